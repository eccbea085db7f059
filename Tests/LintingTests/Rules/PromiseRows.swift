import Linting
import Reasons

let promiseRows: [RuleRow] = [
    RuleRow(
        .promiseNotAwaited, "a name's value",
        script: "const t = admin.auth().createCustomToken(uid)\nres.cookie('customtoken', t)",
        right: "const t = await admin.auth().createCustomToken(uid)\nres.cookie('customtoken', t)"),
    RuleRow(
        .promiseNotAwaited, "a promise that is awaited later",
        script: "async function f() { const p = auth.createCustomToken(uid); res.json({ token: p }) }",
        right: "async function f() { const p = auth.createCustomToken(uid); res.json({ token: await p }) }"),
    RuleRow(
        .promiseNotAwaited, "then is waiting, and what is returned is the caller's to await",
        script: "const claims = getAuth().verifyIdToken(req.body.idtoken)\nif (claims.uid) next()",
        right: """
            getAuth().verifyIdToken(req.body.idtoken).then((claims) => next())
            const mint = (uid) => getAuth().createCustomToken(uid)
            function other(uid) { return getAuth().createCustomToken(uid) }
            function third(uid) { const p = getAuth().createCustomToken(uid); return p }
            """),
    RuleRow(
        .promiseNotAwaited, "in an answer",
        script: "app.post('/x', (req, res) => { res.json({ token: auth.createCustomToken(uid) }) })",
        right: "app.post('/x', async (req, res) => { res.json({ token: await auth.createCustomToken(uid) }) })"),
    RuleRow(
        .promiseNotAwaited, "several are awaited together",
        script: "res.cookie('customtoken', auth.createCustomToken(uid), { path: '/' })",
        right: "const [a, b] = await Promise.all([auth.createCustomToken(uid), auth.verifyIdToken(t)])"),
    RuleRow(
        .promiseNotAwaited, "a check that decides nothing",
        script: "app.post('/x', (req, res) => { auth.verifyIdToken(req.body.t); res.send('ok') })",
        right: "app.post('/x', async (req, res) => { await auth.verifyIdToken(req.body.t); res.send('ok') })"),
    RuleRow(
        .promiseNotAwaited, "a function of that name, and a test's",
        script: "function f() { const t = auth.createCustomToken(uid); return { token: t } }",
        right: """
            class Fake { async createCustomToken(uid) { return 't' } verifyIdToken(token) { return {} } }
            const fake = { createCustomToken: (uid) => 't', verifyIdToken(t) { return t } }
            const t = a ? await auth.createCustomToken(uid) : (await auth.createCustomToken(other))
            """),
]
