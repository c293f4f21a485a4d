import { randomBytes, randomUUID } from 'node:crypto'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { Browser } from '@eclusa/testing/browser.ts'
import { HostileIssuer } from '@eclusa/testing/hostile-issuer.ts'
import { type GatewayEnvironment, openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import type { JWTPayload } from 'jose'
import { type Counts, count, noCounts } from './counts.ts'
import { doorOf } from './environment.ts'
import { newKey } from './forge.ts'
import type { AttackField, AttackPart } from './part.ts'

const suites = [
  'apps/gateway/src/backoffice/auth/fresh-login.test.ts',
  'apps/gateway/test/pairwise.test.ts',
  'apps/gateway/src/backoffice/approvals/approvals.test.ts',
]
const MFA = 'urn:bank:mfa'
const FRESH_SECONDS = 300
const AUDIENCE = 'https://desk.eclusa.example'
const CLI = 'eclusa-cli'
const roles = ['it', 'fraud-team']

/**
 * One person tries to be both people of an approval: in the browser, at the command line, as a machine, with an old login.
 */
export const people: AttackPart = {
  name: 'people',
  what: 'approvals by one person, over public and pairwise issuers',
  rounds: 1,
  planted: { bug: 'backoffice/subject-for-a-missing-claim', rounds: 1, finds: 'successes' },
  suites,
  generate: approveAlone,
}

async function approveAlone({ root, rounds, say }: AttackField): Promise<Counts> {
  const stage = await openStage()
  const counts = noCounts()
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const pairwise of [false, true]) await attackIssuer(stage, root, pairwise, counts)
    const { found, of } = counts.successes
    say(`  ${of} cases, ${found} approvals by one human`)
  } finally {
    await stage.close()
  }
  return counts
}

/** The credential of a person's request. */
type AttackSession = (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown> }>

interface Human {
  oid: string
  name: string
}

async function attackIssuer(stage: GatewayEnvironment, root: string, pairwise: boolean, counts: Counts): Promise<void> {
  const kind = pairwise ? 'pairwise' : 'public'
  const issuer = await HostileIssuer.start()
  issuer.metadata = { subject_types_supported: [kind] }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...issuer.deskSettings,
    DESK_SECRET: randomBytes(32).toString('hex'),
    DESK_PORT: String(port),
    DESK_URL: url,
    DESK_AUDIENCE: AUDIENCE,
    DESK_CLI_CLIENT_ID: CLI,
    DESK_SECOND_EYES: 'key_creation',
    DESK_ACR: MFA,
    DESK_FRESH_SECONDS: String(FRESH_SECONDS),
    STRANGER_LIMIT_PER_MINUTE: '100000',
  }
  try {
    if (pairwise) await refusesToStart(stage, root, settings, counts)
    const desk = await stage.startDesk({ ...settings, ...(pairwise && { DESK_PERSON_CLAIM: 'oid' }) }, doorOf(root))
    await tryAll({ stage, issuer, url, pairwise, kind, counts })
    await desk.stop()
  } finally {
    await issuer.close()
  }
}

/** Compared by `sub`, one person would be two. */
async function refusesToStart(
  stage: GatewayEnvironment,
  root: string,
  settings: Record<string, string>,
  counts: Counts,
) {
  const started = await stage.startDesk(settings, doorOf(root)).then(
    (desk) => desk.stop().then(() => true),
    () => false,
  )
  count(counts, 'successes', 1, started ? ['pairwise: the desk starts with DESK_PERSON_CLAIM=sub'] : [])
}

interface Attack {
  stage: GatewayEnvironment
  issuer: HostileIssuer
  url: string
  pairwise: boolean
  kind: string
  counts: Counts
}

async function tryAll(attack: Attack): Promise<void> {
  const { kind, counts } = attack
  const mallory = { oid: randomUUID(), name: 'Mallory' }
  const hands = openHands(attack)
  const genuine = await hands.browser({ oid: randomUUID(), name: 'Bruno' })
  const proposers: Record<string, AttackSession> = {
    'in the browser': await hands.browser(mallory),
    'at the command line': hands.cli(mallory),
  }
  const user_id = await newUser(proposers['in the browser']!)
  for (const [where, propose] of Object.entries(proposers)) {
    for (const [how, approve] of Object.entries(await hands.all(mallory, proposers))) {
      const line = `${kind}: proposed ${where}, approved ${how}`
      const proposed = await propose(`/v1/users/${user_id}/keys`, { name: 'mine', reason: 'asked for' })
      const id = String(proposed.body['id'])
      if (proposed.status !== 202) counts.wrong.push(`${line}: proposing is answered with ${proposed.status}`)
      const { status } = await approve(`/v1/proposals/${id}/approve`, { reason: 'seen' })
      // Whatever the response was: only a waiting proposal can be declined.
      const rest = await genuine(`/v1/proposals/${id}/decline`, { reason: 'the attack is over' })
      const isApproved = status === 200 || rest.body['proposal_status'] === 'APPROVED'
      if (rest.status !== 200 && !isApproved) counts.wrong.push(`${line}: declining is answered with ${rest.status}`)
      count(counts, 'successes', 1, isApproved ? [`${line}: ${status}`] : [])
      count(counts, 'undeclared_5xx', 1, status >= 500 ? [`${line}: ${status}`] : [])
    }
  }
  await showControls(hands, proposers, attack)
}

/** A user has a maximum of keys. */
async function newUser(create: AttackSession): Promise<string> {
  const { body } = await create('/v1/users', { name: 'attacked', reason: 'contract signed' })
  return String(body['id'])
}

/** Two people can approve by each way of login, or the zeros prove nothing. */
async function showControls(
  hands: ReturnType<typeof openHands>,
  proposers: Record<string, AttackSession>,
  { kind, counts }: Attack,
): Promise<void> {
  const bruno = { oid: randomUUID(), name: 'Bruno' }
  for (const [where, propose] of Object.entries(proposers)) {
    for (const approve of [await hands.browser(bruno), hands.cli(bruno)]) {
      const { body } = await propose(`/v1/users/${await newUser(propose)}/keys`, {
        name: 'two people',
        reason: 'asked for',
      })
      const { status } = await approve(`/v1/proposals/${String(body['id'])}/approve`, { reason: 'seen' })
      if (status !== 200) counts.wrong.push(`${kind}: a second person approves what was proposed ${where}: ${status}`)
    }
  }
}

const now = () => Math.floor(Date.now() / 1000)
const strong = () => ({ auth_time: now() - 1, acr: MFA })

/** Logins of another person that are too weak or too old. */
const weak = (): Record<string, JWTPayload> => ({
  'long ago': { auth_time: now() - FRESH_SECONDS - 60 },
  'in the future': { auth_time: now() + 120 },
  'at no time': { auth_time: undefined },
  'at a time that is a list': { auth_time: [now()] as never },
  'with a password': { acr: 'urn:bank:password' },
  'with no class': { acr: undefined },
  'with a class in a list': { acr: [MFA] },
  'with a class that begins alike': { acr: `${MFA}x` },
})

function openHands({ stage, issuer, url, pairwise }: Attack) {
  /** A pairwise issuer gives a person another `sub` for each client, and the same `oid`. */
  const subOf = ({ oid }: Human, client: string) => (pairwise ? `${client}-${oid}` : oid)
  const claimsOf = (human: Human, client: string) => ({
    sub: subOf(human, client),
    oid: human.oid,
    name: human.name,
    roles,
    ...strong(),
  })

  const sent = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const bearing =
    (token: () => Promise<string> | string): AttackSession =>
    async (path, body) =>
      sent(path, body, { authorization: `Bearer ${await token()}` })
  const accessToken = (human: Human, claims: JWTPayload = {}, header: object = {}) =>
    issuer.sign(
      { aud: AUDIENCE, client_id: CLI, jti: randomUUID(), ...claimsOf(human, 'api'), ...claims },
      { typ: 'at+jwt', ...header },
    )
  const cli = (human: Human, claims: JWTPayload = {}): AttackSession => bearing(() => accessToken(human, claims))

  const session = async (human: Human, claims: JWTPayload = {}, query = ''): Promise<Browser> => {
    // All requests go over the network.
    const browser = new Browser('http://nowhere.test', undefined as never)
    const asked = new URL((await browser.go(`${url}/login${query}`)).location!).searchParams
    issuer.token = async () => ({
      body: {
        access_token: 'opaque',
        token_type: 'Bearer',
        refresh_token: 'refresh',
        id_token: await issuer.sign({ nonce: asked.get('nonce')!, ...claimsOf(human, 'desk'), ...claims }),
      },
    })
    await browser.go(`${url}/login/return?${new URLSearchParams({ code: 'c', state: asked.get('state')! })}`)
    return browser
  }
  const cookieOf = (browser: Browser) => [...browser.jar(url)].map(([name, value]) => `${name}=${value}`).join('; ')
  const inSession = (browser: Browser, headers: Record<string, string> = {}): AttackSession => {
    const own = { origin: url, 'sec-fetch-site': 'same-origin', cookie: cookieOf(browser) }
    return (path, body) => sent(path, body, { ...own, ...headers })
  }
  const browser = async (human: Human, claims: JWTPayload = {}, query = '') =>
    inSession(await session(human, claims, query))

  return {
    browser,
    cli,
    /** Every way in which the proposer may try to be the second person. */
    async all(human: Human, proposers: Record<string, AttackSession>): Promise<Record<string, AttackSession>> {
      const victim = { oid: randomUUID(), name: 'Bruno' }
      const own = newKey()
      const stolen = await session(victim)
      const unbound = pairwise ? 'oid' : 'sub'
      const machine = (claims: JWTPayload = {}) => cli(human, { client_id: 'core-banking', ...claims })
      const hands: Record<string, AttackSession> = {
        'in the same browser': proposers['in the browser']!,
        'in another browser': await browser(human),
        'in another browser under another name': await browser(human, { name: 'Bruno', email: 'bruno@bank.example' }),
        'after a new login': await browser(human, {}, '?fresh=true'),
        'at the command line': cli(human),
        'at the command line under another name': cli(human, { name: 'Bruno', preferred_username: 'bruno' }),
        'by a client that is named in azp': cli(human, { client_id: undefined, azp: CLI }),
        'by a client that is named in appid': cli(human, { client_id: undefined, appid: CLI }),
        'by a machine with the same id': machine(),
        'by a machine with an id of its own': machine({ sub: `robot-${human.oid}`, oid: randomUUID() }),
        'by a machine that gives no client': cli(human, { client_id: undefined, oid: randomUUID(), sub: randomUUID() }),
        'with an id token': bearing(() => issuer.sign({ ...claimsOf(victim, 'desk') })),
        'with a token for another audience': bearing(() => accessToken(victim, { aud: 'https://other.example' })),
        'with a token of the API': bearing(() => stage.token),
        'with an API key': (path, body) => sent(path, body, { 'x-api-key': stage.user.api_key }),
        'with an API key as a token': bearing(() => stage.user.api_key),
        'with a token and a session': inSession(await session(human), {
          authorization: `Bearer ${await accessToken(victim)}`,
        }),
        'in the session of another person, from another origin': inSession(stolen, {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
        }),
        'without the claim of a person': cli(human, { [unbound]: undefined }),
        'with two people in the claim': cli(human, { [unbound]: [human.oid, victim.oid] as never }),
        'with nothing in the claim': cli(human, { [unbound]: '' }),
        'with a token that has expired': cli(victim, { exp: now() - 60, iat: now() - 120 }),
        'with a token that lives for years': cli(victim, { exp: now() + 10 ** 8 }),
        'with a token bound to a key': cli(victim, { cnf: { jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' } }),
        'with a token under a key of its own': bearing(() =>
          issuer.sign(
            { aud: AUDIENCE, client_id: CLI, ...claimsOf(victim, 'api') },
            { typ: 'at+jwt' },
            own.privateKey as never,
          ),
        ),
        'without anything': (path, body) => sent(path, body, {}),
        'by the id in capitals': (path, body) =>
          cli(human)(
            path.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase()),
            body,
          ),
        'three times at once': async (path, body) => {
          const tries = await Promise.all(
            [proposers['in the browser']!, cli(human), machine()].map((hand) => hand(path, body)),
          )
          return tries.find(({ status }) => status === 200) ?? tries[0]!
        },
      }
      for (const [how, claims] of Object.entries(weak())) {
        hands[`by a browser login ${how}`] = await browser(victim, claims)
        hands[`by a token of a login ${how}`] = cli(victim, claims)
      }
      return hands
    },
  }
}
