import BridgePrimitives

/// Where one cookie stands in the table.
struct EntryPlace {
    let bucket: Int
    let position: Int
}

extension CookieJar {
    func entry(at place: EntryPlace) -> JarEntry { table.buckets[place.bucket].entries[place.position] }

    /// Where the cookie of that identity stands, expired ones having left.
    mutating func place(of identity: CookieIdentity, now: Instant) -> EntryPlace? {
        let sought = Cookie(
            name: identity.name, value: "", domain: identity.domain, isHostOnly: identity.isHostOnly,
            path: identity.path, creationTime: now, lastAccessTime: now, partitionKey: identity.partitionKey)
        let key = DomainKey(sought.text, sought.domainRange)
        var bucket = table.bucket(of: key, in: sought.text)
        return place(of: sought, tag: key.tag, in: &bucket, now: now)
    }

    /// Where the namesake of a cookie stands whose bucket, if it has one, is known; the bucket may go with its expired
    /// cookies, and may have gone since it was found, as checks before this one look for namesakes too.
    mutating func place(
        of cookie: Cookie, tag: UInt32, in bucket: inout Int?, now: Instant
    ) -> EntryPlace? {
        if let old = bucket, table.buckets[old].isFree || sweepExpired(around: old, now: now) {
            bucket = table.bucket(of: DomainKey(cookie, tag: tag), in: cookie.text)
        }
        guard let bucket, let position = table.position(of: cookie, in: bucket, order: rules.order) else { return nil }
        return EntryPlace(bucket: bucket, position: position)
    }

    /// Puts a cookie in that nothing speaks against (RFC 6265bis §5.7, steps 23 and 24), or deletes its namesake.
    mutating func commit(
        _ cookie: inout Cookie, replacing existing: EntryPlace?, now: Instant, notes: [StoreReason]
    ) -> StoreDecision {
        let key = DomainKey(cookie.text, cookie.domainRange)
        let decision = commit(
            cookie, tag: key.tag, bucket: table.bucket(of: key, in: cookie.text), replacing: existing, now: now,
            notes: notes)
        if let committed = decision.cookie { cookie = committed }
        return decision
    }

    /// The same for a cookie that nobody else needs; the decision has it.
    ///
    /// - Parameters:
    ///   - tag: of the cookie's domain.
    ///   - bucket: the domain's, if it has one.
    mutating func commit(
        _ cookie: consuming Cookie, tag: UInt32, bucket known: Int?, replacing existing: EntryPlace?, now: Instant,
        notes: [StoreReason]
    ) -> StoreDecision {
        guard !cookie.isExpired(at: now) else {
            guard let existing else {
                return StoreDecision(
                    outcome: .ignored, reasons: [.expiredOnArrival, .nothingToDelete] + notes, cookie: cookie)
            }
            discard(existing)
            return StoreDecision(outcome: .deleted, reasons: [.expiredOnArrival] + notes, cookie: cookie)
        }
        var sequence = nextSequence
        if let existing {
            // An update keeps the creation time, and so its place in the header.
            let keepsPlace =
                profile.updatePlace.value == .kept
                || table.buckets[existing.bucket].hasValue(entry(at: existing), of: cookie)
            let old = table.take(at: existing.position, from: existing.bucket)
            if keepsPlace {
                cookie.creationTime = Instant(millisecondsSinceEpoch: old.creation)
                sequence = old.sequence
            }
        }
        if sequence == nextSequence { nextSequence += 1 }
        let bucket = known ?? table.makeBucket(for: cookie, tag: tag)
        table.insert(cookie, sequence: sequence, into: bucket, order: rules.order)
        if !removed.isEmpty {
            let site = siteName(of: bucket)
            removed.forget(cookie.identity, site: site)
        }
        let evicted = makeRoom(around: bucket, for: cookie, sequence: sequence, now: now)
        return StoreDecision(
            outcome: existing == nil ? .stored : .replaced, reasons: evicted.isEmpty ? notes : notes + [.evictedOthers],
            cookie: consume cookie, evicted: evicted)
    }

    /// Takes out one cookie that was deleted on purpose.
    mutating func discard(_ place: EntryPlace) {
        table.remove(at: place.position, from: place.bucket)
    }
}
