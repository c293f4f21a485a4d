import type { FastifyRequest } from 'fastify'
import { credentialsAmbiguous, credentialsMissing, credentialsRefused } from '../faults.ts'
import type { VerifyApiKey } from './api-key.ts'
import type { VerifyToken } from './platform-token.ts'

/** Who proved who they are, and how. */
export interface Caller {
  user_id: string
  credential: 'platform_token' | 'api_key'
}

export interface Verifiers {
  verifyToken: VerifyToken
  verifyApiKey: VerifyApiKey
}

const bearer = /^Bearer ([A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]+)$/i

/** One credential, sent once. It is judged before the body is read: a stranger's bytes are not parsed. */
export async function authenticate(request: FastifyRequest, { verifyToken, verifyApiKey }: Verifiers): Promise<Caller> {
  const tokens = everySent(request, 'authorization')
  const keys = everySent(request, 'x-api-key')
  if (tokens.length + keys.length > 1) throw credentialsAmbiguous()

  const [authorization] = tokens
  if (authorization !== undefined) {
    const token = bearer.exec(authorization)?.[1]
    if (!token) throw credentialsRefused()
    return { user_id: await verifyToken(token), credential: 'platform_token' }
  }
  const [key] = keys
  if (key === undefined) throw credentialsMissing()
  return { user_id: await verifyApiKey(key), credential: 'api_key' }
}

/** Every value of a header. Node's own reading keeps the first of two Authorization headers and hides the second. */
function everySent({ raw: { rawHeaders } }: FastifyRequest, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}
