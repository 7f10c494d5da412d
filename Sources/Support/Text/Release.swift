package enum Release { package static let version = "0.5.0" }
