/// Scenes with depth.
enum RealScene: String, CaseIterable {
    case room, corridor, desk, outdoors, people

    func scene(_ random: inout Random) -> Scene {
        var scene = Scene()
        switch self {
        case .room:
            let depth = random.between(2.5...6)
            let width = random.between(3...6)
            scene.addRoom(width: width, depth: depth, height: random.between(2.3...3))
            for _ in 0..<random.whole(3...8) {
                let size = Vector(random.between(0.3...1.2), random.between(0.3...2), random.between(0.3...0.8))
                scene.addBox(
                    at: Vector(random.between(-width / 2...width / 2), 0, random.between(1...depth)), size: size,
                    yaw: random.between(-0.5...0.5))
            }
            scene.camera.y = random.between(1.1...1.7)
            scene.pitch = degrees(random.between(-20...0))
        case .corridor:
            let width = random.between(1.2...2.4)
            let depth = random.between(5...14)
            scene.addRoom(width: width, depth: depth, height: random.between(2.3...3))
            for _ in 0..<random.whole(1...4) {
                let side: Float = random.unit() < 0.5 ? -1 : 1
                scene.addBox(
                    at: Vector(side * width / 2, 0, random.between(1.5...depth)),
                    size: Vector(random.between(0.2...0.6), random.between(0.8...2.1), random.between(0.4...1.2)))
            }
            scene.yaw = degrees(random.between(-10...10))
            scene.pitch = degrees(random.between(-8...2))
        case .desk:
            scene.addRoom(width: 4, depth: random.between(1.3...2.8), height: 2.5)
            let distance = random.between(0.5...0.9)
            scene.addBox(at: Vector(0, 0.68, distance + 0.3), size: Vector(1.6, 0.04, 0.8))
            for _ in 0..<random.whole(3...9) {
                let place = Vector(random.between(-0.6...0.6), 0.72, distance + random.between(0...0.6))
                if random.unit() < 0.3 {
                    scene.shapes.append(
                        .pillar(base: place, radius: random.between(0.03...0.06), height: random.between(0.08...0.25)))
                } else {
                    scene.addBox(
                        at: place,
                        size: Vector(
                            random.between(0.05...0.5), random.between(0.03...0.35), random.between(0.03...0.3)),
                        yaw: random.between(-0.6...0.6))
                }
            }
            scene.camera.y = random.between(1...1.35)
            scene.pitch = degrees(random.between(-35 ... -12))
            scene.sway.place = 0.08
        case .outdoors:
            scene.shapes.append(.plane(normal: Vector(0, 1, 0.02 * random.between(-1...1)), offset: 0))
            for _ in 0..<random.whole(2...8) {
                scene.shapes.append(
                    .pillar(
                        base: Vector(random.between(-4...4), 0, random.between(1.5...9)),
                        radius: random.between(0.05...0.3), height: random.between(1...8)))
            }
            for _ in 0..<random.whole(1...5) {
                scene.shapes.append(
                    .sphere(
                        centre: Vector(random.between(-4...4), random.between(0.1...0.5), random.between(1.5...7)),
                        radius: random.between(0.2...0.6)))
            }
            if random.unit() < 0.5 {
                scene.shapes.append(.plane(normal: Vector(0, 0, 1), offset: random.between(5...15)))
            }
            scene.pitch = degrees(random.between(-18...0))
        case .people:
            let depth = random.between(2.5...5)
            scene.addRoom(width: random.between(3...5), depth: depth, height: 2.6)
            for _ in 0..<random.whole(1...3) {
                scene.addPerson(
                    at: Vector(random.between(-0.8...0.8), 0, random.between(1...depth - 0.7)),
                    height: random.between(1.5...1.95), yaw: random.between(-1...1))
            }
            scene.pitch = degrees(random.between(-12...0))
        }
        return scene
    }
}
