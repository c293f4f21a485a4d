const FETCH_TIMEOUT_MS = 3_000
const DOCUMENT_BYTES_MAX = 256 * 1024

/** OpenID discovery document of an issuer. A document that names another issuer is rejected. */
export async function discover(issuer: string): Promise<Record<string, unknown>> {
  const discovery = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (discovery['issuer'] !== issuer) throw new Error('the discovery document names another issuer')
  return discovery
}

export async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`the issuer answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > DOCUMENT_BYTES_MAX) throw new Error('the document of the issuer is too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
}
