"""Makes the helper joints of a baked rig follow their joints in Blender, in any pose.

Import the .glb into Blender, open this file in the Text Editor, and run it. It was made for one rig and is safe to run
again. Blender reads the keys of the clips, but not the constraints that the file has for other programs.
"""

import bpy

# Helper, the joint that it follows, and the part of the joint's turn.
HELPERS = [
    # HELPERS #
]


def drop_keys(names):
    """Removes the keys of the helpers from all actions: a constraint adds to what a bone does by itself."""
    paths = {f'pose.bones["{bpy.utils.escape_identifier(name)}"].' for name in names}
    for action in bpy.data.actions:
        curves = getattr(action, "fcurves", None)
        groups = [curves] if curves is not None else []
        for layer in getattr(action, "layers", []):
            for strip in layer.strips:
                groups += [bag.fcurves for bag in getattr(strip, "channelbags", [])]
        for group in groups:
            for curve in [curve for curve in group if any(curve.data_path.startswith(path) for path in paths)]:
                group.remove(curve)


def follow(armature, helper, joint, share):
    bone = armature.pose.bones[helper]
    bone.rotation_mode = "QUATERNION"
    bone.rotation_quaternion = (1.0, 0.0, 0.0, 0.0)
    for constraint in [known for known in bone.constraints if known.name == "skinscope"]:
        bone.constraints.remove(constraint)
    constraint = bone.constraints.new("COPY_ROTATION")
    constraint.name = "skinscope"
    constraint.target = armature
    constraint.subtarget = joint
    # The importer may have turned the two bones' axes differently.
    constraint.target_space = "LOCAL_OWNER_ORIENT"
    constraint.owner_space = "LOCAL"
    constraint.influence = share


def main():
    armatures = [other for other in bpy.data.objects if other.type == "ARMATURE"]
    done = 0
    for armature in armatures:
        known = [entry for entry in HELPERS if entry[0] in armature.pose.bones and entry[1] in armature.pose.bones]
        drop_keys([helper for helper, _, _ in known])
        for helper, joint, share in known:
            follow(armature, helper, joint, share)
        done += len(known)
    if done < len(HELPERS):
        raise RuntimeError(f"{len(HELPERS) - done} of {len(HELPERS)} helper joints are not in this scene")
    print(f"{done} helper joints follow their joints")


main()
