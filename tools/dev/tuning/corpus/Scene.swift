/// The objects in front of the camera, and its possible positions.
struct Scene {
    var shapes: [Shape] = []
    /// The position of the camera.
    var camera = Vector(0, 1.4, 0)
    /// The viewing direction, in radians.
    var yaw: Float = 0
    var pitch: Float = 0
    /// The variation of the camera's position, in metres, and direction, in radians, between captures of the scene.
    var sway: (place: Float, angle: Float) = (0.15, degrees(4))

    /// Adds a floor and the walls of a room around the camera.
    mutating func addRoom(width: Float, depth: Float, height: Float, behind: Float = 1) {
        shapes += [
            .plane(normal: Vector(0, 1, 0), offset: 0), .plane(normal: Vector(0, 1, 0), offset: height),
            .plane(normal: Vector(1, 0, 0), offset: -width / 2), .plane(normal: Vector(1, 0, 0), offset: width / 2),
            .plane(normal: Vector(0, 0, 1), offset: depth), .plane(normal: Vector(0, 0, 1), offset: -behind),
        ]
    }

    /// Adds a box that stands on `floor`.
    mutating func addBox(at place: Vector, size: Vector, yaw: Float = 0) {
        shapes.append(
            .box(centre: place + Vector(0, size.y / 2, 0), half: size / 2, yaw: yaw))
    }

    /// Adds a standing person: legs, trunk, arms and head.
    mutating func addPerson(at place: Vector, height: Float, yaw: Float) {
        let shoulder = 0.13 * height
        for side: Float in [-1, 1] {
            shapes.append(
                .pillar(
                    base: place + Vector(side * 0.055 * height, 0, 0).yawed(yaw), radius: 0.05 * height,
                    height: 0.48 * height))
            shapes.append(
                .pillar(
                    base: place + Vector(side * shoulder, 0.42 * height, 0).yawed(yaw), radius: 0.03 * height,
                    height: 0.38 * height))
        }
        shapes.append(
            .box(
                centre: place + Vector(0, 0.65 * height, 0), half: Vector(0.11, 0.18, 0.06) * height, yaw: yaw))
        shapes.append(.sphere(centre: place + Vector(0, 0.92 * height, 0), radius: 0.075 * height))
    }
}
