/// Attacks: pictures of scenes, and walls. The raw value is the species.
enum AttackScene: String, CaseIterable {
    case monitorFull = "monitor_full"
    case monitorInRoom = "monitor_in_room"
    case monitorTilted = "monitor_tilted"
    case posterOnWall = "poster_on_wall"
    case bentPrint = "bent_print"
    case plainWall = "plain_wall"

    func scene(_ random: inout Random) -> Scene {
        var scene = Scene()
        scene.sway = (0.02, degrees(2))
        let eye = scene.camera
        switch self {
        case .monitorFull:
            // Wider than the view at every distance.
            addScreen(
                to: &scene, distance: random.between(0.25...0.5), size: (1.2, 0.9),
                yaw: degrees(random.between(-8...8)),
                pitch: degrees(random.between(-8...8)))
        case .monitorInRoom:
            scene.addRoom(width: random.between(3...5), depth: random.between(1.2...3.5), height: 2.5)
            let distance = random.between(0.5...0.8)
            addScreen(
                to: &scene, distance: distance, size: (random.between(0.5...0.75), random.between(0.3...0.45)),
                yaw: degrees(random.between(-10...10)), pitch: degrees(random.between(-8...8)))
            scene.addBox(at: Vector(0, 0.9, distance + 0.2), size: Vector(1.6, 0.04, 0.7))
        case .monitorTilted:
            let sign: Float = random.unit() < 0.5 ? -1 : 1
            addScreen(
                to: &scene, distance: random.between(0.35...0.7), size: (2.4, 1.8),
                yaw: sign * degrees(random.between(20...50)), pitch: degrees(random.between(-25...25)))
        case .posterOnWall:
            let distance = random.between(0.8...2.2)
            scene.shapes += [
                .plane(normal: Vector(0, 0, 1).yawed(degrees(random.between(-15...15))), offset: distance),
                .plane(normal: Vector(0, 1, 0), offset: 0),
            ]
            scene.shapes.append(
                .rectangle(
                    centre: Vector(0, eye.y, distance - 0.01), right: Vector(random.between(0.3...0.6), 0, 0),
                    up: Vector(0, random.between(0.3...0.6), 0)))
        case .bentPrint:
            let distance = random.between(0.25...0.5)
            let radius = random.between(0.2...0.8)
            scene.shapes += [
                .bentSheet(
                    axis: Vector(0, eye.y - 0.2, distance + (random.unit() < 0.5 ? radius : -radius)), radius: radius,
                    height: 0.4, yaw: 0, halfAngle: 0.3 / radius),
                .plane(normal: Vector(0, 0, 1), offset: random.between(1...3)),
            ]
            // The sheet is convex towards the camera if it is in front of its axis, and concave if it is behind.
            if case .bentSheet(let axis, let radius, let height, _, let halfAngle) = scene.shapes[0], axis.z > distance
            {
                scene.shapes[0] = .bentSheet(
                    axis: axis, radius: radius, height: height, yaw: .pi, halfAngle: halfAngle)
            }
        case .plainWall:
            scene.shapes = [
                .plane(
                    normal: Vector(0, 0, 1).pitched(degrees(random.between(-15...15)))
                        .yawed(degrees(random.between(-35...35))),
                    offset: 0)
            ]
            if case .plane(let normal, _) = scene.shapes[0] {
                scene.shapes[0] = .plane(
                    normal: normal, offset: normal.dot(eye + Vector(0, 0, random.between(0.4...3))))
            }
        }
        return scene
    }

    /// A flat screen, 3 cm thick, straight ahead of the camera.
    private func addScreen(
        to scene: inout Scene, distance: Float, size: (width: Float, height: Float), yaw: Float, pitch: Float
    ) {
        let centre = scene.camera + Vector(0, 0, distance)
        scene.shapes.append(
            .rectangle(
                centre: centre, right: Vector(size.width / 2, 0, 0).yawed(yaw),
                up: Vector(0, size.height / 2, 0).pitched(pitch).yawed(yaw)))
    }
}
