import { randomUUID } from 'node:crypto'
import type { TestGateway, TestUser } from './gateway.ts'
import { shown } from './recorded-shape.ts'

/** A client abroad that waits for a decision, with an account, as its user made it. */
export async function pendingClient(gateway: TestGateway, user: TestUser, given: Record<string, unknown> = {}) {
  const clients = '/v1/crossborder/clients'
  const body = { ...shown('createClient'), document: randomUUID(), ...given }
  const made = await gateway.ask({ method: 'POST', url: clients, as: user, body })
  const id = String(made.body['id'])
  await gateway.ask({ method: 'POST', url: `${clients}/${id}/accounts`, as: user, body: shown('createAccount') })
  return { id, path: `/cases/client/${id}?user_id=${user.user_id}` }
}
