import { randomUUID } from 'node:crypto'

interface WebhookSeed {
  base_url: string
  user: { token: string }
  /** The address of a webhook receiver. */
  sink: { url: string }
}

/** An endpoint as an integrator makes one, with a first event, so that the portal has data when it is first opened. */
export async function seedWebhooks({ base_url, user, sink }: WebhookSeed): Promise<void> {
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${base_url}/v1/webhooks/endpoints${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        nonce: randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { id: string }
    if (!response.ok) throw new Error(`${path} of webhooks was answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { id } = await post('', { url: `${sink.url}/hooks`, description: 'everything, to a receiver of the sandbox' })
  await post(`/${id}/test`)
}
