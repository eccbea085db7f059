/// Where the backend looks for the ID token; apps and backends often disagree on the name.
public enum TokenField: String, CaseIterable, Sendable { case idtoken, token }
