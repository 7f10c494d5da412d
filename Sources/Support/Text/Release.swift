package enum Release { package static let version = "0.4.0" }
