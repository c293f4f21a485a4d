import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Fault } from '../../platform/errors/fault.ts'
import { credentialsAmbiguous, credentialsMissing } from '../faults.ts'
import { apiKeyId, type VerifyApiKey } from './api-key.ts'
import { refused } from './auth-failure-reason.ts'
import type { VerifyToken } from './platform-token.ts'
import type { CredentialKind, SentCredential, UnknownCredentialGuard } from './unknown-credential-guard.ts'

/** The authenticated caller, and by which credential. */
export interface Caller {
  user_id: string
  credential: CredentialKind
  /** The id of the key, or the client the token was issued to. */
  credential_id: string | undefined
  /** The `jti` of a token. */
  token_id: string | undefined
}

/** The id in the API key it came with. A token has its own. */
export const keyIdOf = ({ credential, credential_id }: Caller) => (credential === 'api_key' ? credential_id : undefined)

export interface Verifiers {
  verifyToken: VerifyToken
  verifyApiKey: VerifyApiKey
}

const bearer = /^Bearer ([A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]+)$/i

/** Visible from its form alone, so naming it reveals nothing about the key. */
const isApiKey = (authorization: string) => /^(Bearer )?ecl_(live|test)_/i.test(authorization)
const SENT_AS_TOKEN = { members: { reason: 'API_KEY_SENT_AS_TOKEN' } }

/** Exactly one credential. It is verified before the body is read, so that bytes of an unknown caller are not parsed. */
export async function authenticate(
  request: FastifyRequest,
  verifiers: Verifiers,
  strangers: UnknownCredentialGuard,
  count: (caller: Caller) => Promise<void> | undefined,
): Promise<Caller> {
  const sent = readCredential(request, verifiers)
  if (sent instanceof Error) return strangers.turnAway(request, sent)
  const callerOf = (user_id: string) => ({
    user_id,
    credential: sent.kind,
    credential_id: sent.id,
    token_id: sent.token_id,
  })
  return callerOf(await strangers.judge(request, sent, (user_id) => count(callerOf(user_id))))
}

interface NamedCredential extends SentCredential {
  kind: CredentialKind
  /** Only of a verified token: before that its claims are not trusted. */
  id: string | undefined
  token_id?: string | undefined
}

function readCredential(request: FastifyRequest, { verifyToken, verifyApiKey }: Verifiers): NamedCredential | Fault {
  const tokens = everySent(request, 'authorization')
  const keys = everySent(request, 'x-api-key')
  if (tokens.length + keys.length > 1) return credentialsAmbiguous()

  const [authorization] = tokens
  if (authorization !== undefined) {
    const token = bearer.exec(authorization)?.[1]
    if (!token)
      return isApiKey(authorization) ? refused('API_KEY_SENT_AS_TOKEN', SENT_AS_TOKEN) : refused('NOT_A_TOKEN')
    const sent: NamedCredential = {
      kind: 'platform_token',
      id: undefined,
      value: token,
      async verify(_, hash) {
        const { user_id, client_id, token_id } = await verifyToken(token, hash)
        sent.id = client_id
        sent.token_id = token_id
        return user_id
      },
    }
    return sent
  }
  const [key] = keys
  if (key === undefined) return credentialsMissing()
  return { kind: 'api_key', id: apiKeyId(key), value: key, verify: (known) => verifyApiKey(key, known) }
}

/** The credential by its form, for a check that only needs to know whether it was verified recently. */
export function credentialOf({ authorization, 'x-api-key': key }: IncomingHttpHeaders): string | undefined {
  return bearer.exec(authorization ?? '')?.[1] ?? (typeof key === 'string' ? key : undefined)
}

/** All values of a header. Node's own parsing keeps the first of two Authorization headers and hides the second. */
export function everySent({ raw: { rawHeaders } }: FastifyRequest, name: string): string[] {
  const sent: string[] = []
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]!.length === name.length && rawHeaders[n]!.toLowerCase() === name) sent.push(rawHeaders[n + 1]!)
  return sent
}
