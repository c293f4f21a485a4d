import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import {
  DESK_CLIENT,
  peopleEnvironment,
  ROOM_CLIENT,
  SAMPLE_DESK_URL,
  SAMPLE_ROOM_URL,
  SANDBOX_TOKEN_SECONDS,
} from '../environment.ts'
import { CLI_CLIENT, DESK_AUDIENCE, type DeskClients, deskClients } from './backoffice-clients.ts'
import { choosePerson, type PersonOfUser, type SandboxPerson, samplePeople } from './people.ts'
import { roomClient } from './portal-client.ts'

const AUDIENCE = 'https://gateway.eclusa.example'
/** A token of the desk carries roles, so it is short-lived and renewed often. */
const DESK_TOKEN_SECONDS = 300
const LOGIN_SECONDS = 600
const DAY_SECONDS = 24 * 3600

export interface IssuerClient {
  /** The user's id: it becomes the `sub` of the tokens. */
  user_id: string
  secret: string
  /** The name shown at the login. */
  name?: string
}

export interface SimulatedIssuer {
  url: string
  audience: string
  /** Requests a token like any client: client credentials over HTTP. */
  token(client: IssuerClient): Promise<string>
  /** The same for the machine client of the desk. */
  machineToken(): Promise<string>
  /** The people who can log in at the desk. A change applies from the next token on. */
  people: SandboxPerson[]
  /** The roles of the machine. A change applies from the next token on. */
  machine: { roles: string[] }
  /** The people who can log in at the developer portal: one for each user, in whose name they act. */
  ofUsers: PersonOfUser[]
  /** Revokes all grants of this person: their refresh tokens stop working. */
  revoke(person_id: string): Promise<void>
  /** Settings of a desk at this address for these people. */
  deskSettings: Record<string, string>
  /** Settings of an API with a developer portal. */
  roomSettings: Record<string, string>
  close(): Promise<void>
  /** The same issuer again after it was closed, with the same keys. */
  reopen(): Promise<void>
}

/** A real OpenID provider for the sandbox. Production brings its own. */
export async function startIssuer(
  clients: IssuerClient[],
  port = 0,
  deskUrl = SAMPLE_DESK_URL,
  roomUrl = SAMPLE_ROOM_URL,
): Promise<SimulatedIssuer> {
  const server = createServer()
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const found = await listen(port)
  const url = `http://127.0.0.1:${found}`
  const people = samplePeople()
  const ofUsers: PersonOfUser[] = clients.map(({ user_id, name = user_id }) => ({ id: user_id, name }))
  const peopleOf = (client_id: unknown) => (client_id === ROOM_CLIENT ? ofUsers : people)
  const desk = deskClients(deskUrl)
  const grants = createGrants()
  const provider = new Provider(url, {
    ...configuration(clients, desk, { people, ofUsers, peopleOf }, roomUrl, await signingKey()),
    loadExistingGrant: (context) => grants.allow(context),
  })
  const answer = provider.callback()
  const choose = choosePerson(provider, peopleOf)
  server.on('request', (request, response) => {
    void choose(request, response).then((chosen) => (chosen ? undefined : answer(request, response)))
  })
  return {
    url,
    audience: AUDIENCE,
    token: ({ user_id, secret }) => requestToken(url, user_id, secret),
    machineToken: () => requestToken(url, desk.machine.client_id, desk.machine.secret),
    people,
    machine: desk.machine,
    ofUsers,
    revoke: (person_id) => grants.revoke(provider, person_id),
    deskSettings: deskSettings(url, deskUrl, desk),
    roomSettings: { ROOM_CLIENT_ID: ROOM_CLIENT },
    async close() {
      server.close()
      server.closeAllConnections()
    },
    reopen: async () => void (await listen(found)),
  }
}

function deskSettings(url: string, deskUrl: string, { deskSecret }: DeskClients): Record<string, string> {
  return {
    ...peopleEnvironment(url, deskUrl),
    OIDC_TOKEN_LIFE_MAX_SECONDS: String(SANDBOX_TOKEN_SECONDS),
    DESK_OIDC_CLIENT_SECRET: deskSecret,
    DESK_AUDIENCE,
    DESK_CLI_CLIENT_ID: CLI_CLIENT,
  }
}

interface Everybody {
  people: SandboxPerson[]
  ofUsers: PersonOfUser[]
  /** The people of this client. */
  peopleOf: (client_id: unknown) => (SandboxPerson | PersonOfUser)[]
}

function configuration(
  clients: IssuerClient[],
  { metadata, machine }: DeskClients,
  { people, ofUsers, peopleOf }: Everybody,
  roomUrl: string,
  key: JWK,
): Configuration {
  const ofDesk = new Set(metadata.map(({ client_id }) => client_id))
  const find = (id: string | undefined) => [...people, ...ofUsers].find((person) => person.id === id)
  return {
    jwks: { keys: [key] },
    clients: [...clients.map(clientOfUser), ...metadata, roomClient(roomUrl)],
    claims: { openid: ['sub'], profile: ['name', 'roles'] },
    // In the id token itself, as issuers of institutions do.
    conformIdTokenClaims: false,
    findAccount: (_, sub) => {
      const person = find(sub)
      return person && { accountId: sub, claims: async () => ({ sub, name: person.name, roles: person.roles }) }
    },
    extraTokenClaims: ({ oidc: { entities } }, token) => {
      const person = 'accountId' in token ? find(token.accountId) : undefined
      // By RFC 9068, for operations that need a recent login.
      const { authTime } = entities.DeviceCode ?? entities.RefreshToken ?? entities.AuthorizationCode ?? {}
      if (person) return { name: person.name, roles: person.roles, auth_time: authTime }
      return token.clientId === machine.client_id ? { roles: machine.roles } : undefined
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}`, policy: askForOthers(peopleOf) },
    // Only the portal's client requests tokens from within a browser.
    clientBasedCORS: (_, origin, { clientId }) => clientId === ROOM_CLIENT && origin === new URL(roomUrl).origin,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // The desk's own pages use an access token only for userinfo.
        defaultResource: (_, { clientId }) =>
          clientId === DESK_CLIENT ? [] : ofDesk.has(clientId) ? DESK_AUDIENCE : AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => ({
          scope: '',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: resource === DESK_AUDIENCE ? DESK_TOKEN_SECONDS : SANDBOX_TOKEN_SECONDS,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    ttl: {
      ClientCredentials: SANDBOX_TOKEN_SECONDS,
      AccessToken: DESK_TOKEN_SECONDS,
      IdToken: DESK_TOKEN_SECONDS,
      AuthorizationCode: 60,
      DeviceCode: LOGIN_SECONDS,
      Interaction: LOGIN_SECONDS,
      RefreshToken: DAY_SECONDS,
      Grant: DAY_SECONDS,
      Session: DAY_SECONDS,
    },
  }
}

/** A person logged in at the desk is prompted again at the portal, and the other way round. */
function askForOthers(peopleOf: Everybody['peopleOf']) {
  const policy = interactionPolicy.base()
  const asksAgain = new interactionPolicy.Check('another_door', 'somebody else is logged in', ({ oidc }) => {
    const id = oidc.session?.accountId
    const isKnown = id === undefined || peopleOf(oidc.client!.clientId).some((person) => person.id === id)
    return isKnown ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT
  })
  policy.get('login')!.checks.add(asksAgain)
  // A login grants all scopes, also for a terminal.
  policy.get('consent')!.checks.remove('native_client_prompt')
  return policy
}

function clientOfUser({ user_id, secret }: IssuerClient) {
  return {
    client_id: user_id,
    client_secret: secret,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    id_token_signed_response_alg: 'ES256' as const,
  }
}

/** A login grants all scopes, and the grant can be revoked. */
function createGrants() {
  const given = new Map<string, string[]>()
  return {
    async allow({ oidc }: KoaContextWithOIDC) {
      const accountId = oidc.session!.accountId!
      const earlier = oidc.session!.grantIdFor(oidc.client!.clientId)
      const found = earlier === undefined ? undefined : await oidc.provider.Grant.find(earlier)
      if (found) return found
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client!.clientId })
      grant.addOIDCScope('openid profile offline_access')
      grant.addResourceScope(DESK_AUDIENCE, '')
      grant.addResourceScope(AUDIENCE, '')
      const id = await grant.save()
      given.set(accountId, [...(given.get(accountId) ?? []), id])
      return grant
    },
    async revoke({ Grant }: Provider, person_id: string) {
      for (const id of given.get(person_id) ?? []) await (await Grant.find(id))?.destroy()
      given.delete(person_id)
    },
  }
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: crypto.randomUUID() }
}

async function requestToken(url: string, client_id: string, secret: string): Promise<string> {
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  if (!response.ok) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}
