import RealModule

/// An object that a ray can hit.
enum Shape {
    /// All points p with normal · p = offset.
    case plane(normal: Vector, offset: Float)
    /// An upright box, turned around the vertical; `half` is half its size.
    case box(centre: Vector, half: Vector, yaw: Float)
    case sphere(centre: Vector, radius: Float)
    /// An upright cylinder without ends, from `base` upwards.
    case pillar(base: Vector, radius: Float, height: Float)
    /// A rectangle, with perpendicular half sides.
    case rectangle(centre: Vector, right: Vector, up: Vector)
    /// A sheet bent around an upright axis: the part of a pillar seen from the axis within `halfAngle` of `yaw`.
    case bentSheet(axis: Vector, radius: Float, height: Float, yaw: Float, halfAngle: Float)

    /// The multiple of `direction` from `origin` to the nearest hit ahead; infinite for none.
    func distance(from origin: Vector, along direction: Vector) -> Float {
        switch self {
        case .plane(let normal, let offset):
            let slope = normal.dot(direction)
            let distance = (offset - normal.dot(origin)) / slope
            return slope != 0 && distance > 0 ? distance : .infinity
        case .box(let centre, let half, let yaw):
            return Self.boxDistance((origin - centre).yawed(-yaw), direction.yawed(-yaw), half)
        case .sphere(let centre, let radius):
            let offset = origin - centre
            return Self.roots(
                direction.dot(direction), offset.dot(direction), offset.dot(offset) - radius * radius
            ).first { $0 > 0 } ?? .infinity
        case .pillar(let base, let radius, let height):
            return Self.pillarDistance(origin - base, direction, radius, height) { _ in true }
        case .rectangle(let centre, let right, let up):
            let normal = Vector(
                right.y * up.z - right.z * up.y, right.z * up.x - right.x * up.z, right.x * up.y - right.y * up.x)
            let distance = normal.dot(centre - origin) / normal.dot(direction)
            guard distance > 0, distance.isFinite else { return .infinity }
            let hit = origin + distance * direction - centre
            return abs(hit.dot(right)) <= right.dot(right) && abs(hit.dot(up)) <= up.dot(up) ? distance : .infinity
        case .bentSheet(let axis, let radius, let height, let yaw, let halfAngle):
            return Self.pillarDistance(origin - axis, direction, radius, height) { hit in
                let ahead = hit.yawed(-yaw)
                return Float.atan2(y: abs(ahead.x), x: ahead.z) <= halfAngle
            }
        }
    }

    /// Both solutions of a t^2 + 2 b t + c = 0 in ascending order; none if they are not real.
    private static func roots(_ a: Float, _ b: Float, _ c: Float) -> [Float] {
        let discriminant = b * b - a * c
        guard discriminant >= 0, a > 0 else { return [] }
        let root = discriminant.squareRoot()
        return [(-b - root) / a, (-b + root) / a]
    }

    private static func pillarDistance(
        _ offset: Vector, _ direction: Vector, _ radius: Float, _ height: Float, _ isPart: (Vector) -> Bool
    ) -> Float {
        let flatOffset = Vector(offset.x, 0, offset.z)
        let flatDirection = Vector(direction.x, 0, direction.z)
        let roots = roots(
            flatDirection.dot(flatDirection), flatOffset.dot(flatDirection),
            flatOffset.dot(flatOffset) - radius * radius)
        return roots.first { root in
            let hit = offset + root * direction
            return root > 0 && hit.y >= 0 && hit.y <= height && isPart(hit)
        } ?? .infinity
    }

    /// The slab method; from inside, returns the far wall.
    private static func boxDistance(_ origin: Vector, _ direction: Vector, _ half: Vector) -> Float {
        let first = (-half - origin) / direction
        let second = (half - origin) / direction
        let near = pointwiseMin(first, second).max()
        let far = pointwiseMax(first, second).min()
        guard near <= far, far > 0 else { return .infinity }
        return near > 0 ? near : far
    }
}
