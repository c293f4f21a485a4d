import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Attack } from './attack.ts'
import type { FloodEnvironment } from './stage.ts'

const AT_ONCE = 16
const film = readFileSync(new URL('../../../packages/simulators/samples/face.mp4', import.meta.url))

/** One tenant sends small videos whose index claims gigabytes, to unknown onboardings and to one known. */
export const craftedFilms: Attack = {
  name: `${AT_ONCE} crafted films of 6 KB at a time to onboardings that do not exist`,
  // The attacker is a tenant, and limits of tenants are on, as in production.
  settings: { RATE_LIMIT_PER_MINUTE: '400' },
  // Each inspection of a video is a process of its own.
  perSecond: 1,

  /** Another tenant, with a person's video each time. */
  async caller(stage) {
    return async () => ({ refused: (await sendVideo(stage, 0, await onboarding(stage, 0), film)) !== 201 })
  },

  async begin(stage) {
    const answers: Record<string, number> = {}
    const existing = await onboarding(stage, 1)
    const ending = new AbortController()
    const attackers = Array.from({ length: AT_ONCE }, async (_, n) => {
      while (!ending.signal.aborted) {
        const status = await sendVideo(stage, 1, n === 0 ? existing : randomUUID(), crafted()).catch(() => 0)
        answers[status] = (answers[status] ?? 0) + 1
      }
    })
    return {
      async end() {
        ending.abort()
        await Promise.all(attackers)
        return { answers }
      },
    }
  },
}

/** It claims sixty million frames, without using bytes for them. */
function crafted(): Buffer {
  const bytes = Buffer.from(film)
  const at = bytes.indexOf('stsz')
  bytes.write('stz2', at, 'latin1')
  bytes.writeUInt32BE(0, at + 8)
  bytes.writeUInt32BE(60_000_000, at + 12)
  return bytes
}

async function onboarding({ admin, users }: FloodEnvironment, user: number): Promise<string> {
  const { user_id, product_id } = users[user]!
  const [account_id, id] = [randomUUID(), randomUUID()]
  await admin.query(
    `with account as (
       insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
         version, created_at, updated_at)
       values ($1, $2, $3, 'NATURAL_PERSON', 'pending', 'Drill', 'Drill', $2::uuid::text, $2::uuid || '@eclusa.example', true,
         1, now(), now()))
     insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address,
       version, created_at, updated_at)
     values ($1, $4, $3, $2, 'NATURAL_PERSON', 'pending', '52998224725', 'Drill', '{}', 1, now(), now())`,
    [user_id, account_id, product_id, id],
  )
  return id
}

async function sendVideo(stage: FloodEnvironment, user: number, id: string, bytes: Buffer): Promise<number> {
  const body = new FormData()
  body.set('liveness_provider', 'Drill')
  body.set('liveness_provider_transaction_id', randomUUID())
  body.set('captured_at', new Date(Date.now() - 60_000).toISOString())
  body.set('video', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'face.mp4')
  const answer = await fetch(`${stage.api.base_url}/v2/users/onboardings/${id}/liveness/video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.tokens[user]}`, nonce: randomUUID() },
    body,
  })
  await answer.arrayBuffer()
  return answer.status
}
