import type { ResponseBody } from '../gateway.ts'
import { byName, connectGateway, gatewayUrl, shownAt } from './connection.ts'

/**
 * The caller's identity at the gateway. It is verified by a request, so that a rejected credential is not shown as
 * valid.
 */
export async function whoAtGateway(): Promise<ResponseBody> {
  const gateway = await gatewayUrl()
  const { by, credentials } = shownAt(gateway)
  const client = await connectGateway()
  await client.listRequests({ query: { page_size: 1 } })
  if (credentials.apiKey !== undefined) return { gateway, by, ...(await keyOf(client, credentials.apiKey)) }
  const { sub, name, exp } = claimsOf(String(await credentials.token()))
  const until = exp === undefined ? undefined : new Date(Number(exp) * 1000).toISOString()
  return { gateway, by, user_id: sub, ...(name !== undefined && { name }), ...(until && { expires_at: until }) }
}

async function keyOf(client: Awaited<ReturnType<typeof connectGateway>>, key: string): Promise<ResponseBody> {
  const { data } = await byName(client, 'listApiKeys')({ query: { page_size: 100 } })
  const found = (data['data'] as ResponseBody[]).find(
    ({ prefix }) => typeof prefix === 'string' && key.startsWith(prefix),
  )
  return found ? { key_id: found['id'], key_name: found['name'] } : {}
}

/** The claims of a token, for display only. They authorize nothing. */
export function claimsOf(token: string): ResponseBody {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as ResponseBody
  } catch {
    return {}
  }
}
