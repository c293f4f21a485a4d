import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, confirm, holdingsOf, putBytes, samples, upload } from '../../../test/support/files.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { openTestJobs, type TestJobs } from '../../../test/support/worker.ts'
import { CONFIRM_GRACE_SECONDS, UPLOAD_SECONDS } from './file.ts'
import { SWEEP_AGE_MS } from './sweep-objects.job.ts'

let gateway: TestGateway
let worker: TestJobs
let user: TestUser
let aheadMs = 0
beforeAll(async () => {
  gateway = await openTestGateway()
  worker = openTestJobs(gateway, () => new Date(Date.now() + aheadMs))
})
afterAll(async () => {
  await worker.close()
  await gateway.close()
})

async function* once(text: string) {
  yield Buffer.from(text)
}
const put = (key: string) => gateway.services.objects.put(key, once('x'), 'text/plain')
const stateOf = async (id: string) =>
  (await gateway.db.admin.query<{ state: string }>('select state from files where id = $1', [id])).rows[0]?.state

describe('expire-uploads', () => {
  it('ends an upload whose time and grace are over, tells of it, and removes what was put', async () => {
    user = await gateway.user()
    const begun = await begin(gateway, user, samples.pdf)
    await putBytes(gateway, begun, samples.pdf)
    aheadMs = (UPLOAD_SECONDS + CONFIRM_GRACE_SECONDS - 5) * 1000
    await worker.run('expire-uploads')
    expect(await stateOf(begun.file_id)).toBe('WAITING_UPLOAD')

    aheadMs = (UPLOAD_SECONDS + CONFIRM_GRACE_SECONDS + 5) * 1000
    await worker.run('expire-uploads')
    expect(await stateOf(begun.file_id)).toBe('ABORTED')
    const events = await gateway.db.admin.query('select type from events where object_id = $1 order by sequence', [
      begun.file_id,
    ])
    expect(events.rows).toEqual([{ type: 'storage.file.created' }, { type: 'storage.file.aborted' }])
    expect(await worker.runLeft('remove-object')).toBe(1)
    expect((await holdingsOf(gateway, user)).objects).toEqual([])
    expect(await confirm(gateway, user, begun.file_id)).toMatchObject({
      status: 422,
      body: { code: 'STORAGE_UPLOAD_ABORTED' },
    })
  })

  it('leaves alone what is READY or ERROR', async () => {
    user = await gateway.user()
    const ready = await upload(gateway, user, samples.pdf)
    aheadMs = 24 * 60 * 60 * 1000
    await worker.run('expire-uploads')
    expect(await stateOf(ready.file_id)).toBe('READY')
  })

  it('a confirmation and the expiry at the same moment leave one outcome', async () => {
    user = await gateway.user()
    aheadMs = (UPLOAD_SECONDS + CONFIRM_GRACE_SECONDS + 5) * 1000
    for (let round = 0; round < 10; round += 1) {
      const begun = await begin(gateway, user, samples.pdf, { file_name: `${round}.pdf` })
      await putBytes(gateway, begun, samples.pdf)
      const [confirmed] = await Promise.all([confirm(gateway, user, begun.file_id), worker.run('expire-uploads')])
      const state = await stateOf(begun.file_id)
      expect([confirmed.status, state]).toSatisfy(
        ([status, is]) => (status === 200 && is === 'READY') || (status === 422 && is === 'ABORTED'),
      )
    }
    await worker.runLeft('remove-object')
    const { objects, ready } = await holdingsOf(gateway, user)
    expect(objects).toEqual(ready)
  })
})

describe('remove-object', () => {
  it('removes what a confirmation left behind, and never the bytes of a READY file', async () => {
    user = await gateway.user()
    await upload(gateway, user, samples.pdf)
    expect((await holdingsOf(gateway, user)).objects).toHaveLength(2)
    await worker.runLeft('remove-object')
    const { objects, ready } = await holdingsOf(gateway, user)
    expect(objects).toEqual(ready)
    await worker.run('remove-object', { user_id: user.user_id, key: ready[0]! })
    expect((await holdingsOf(gateway, user)).objects).toEqual(ready)
  })
})

describe('sweep-objects', () => {
  it('removes every object no file needs, and only those, and only once they are a day old', async () => {
    user = await gateway.user()
    const { user_id } = user
    const ready = await upload(gateway, user, samples.pdf)
    const waiting = await begin(gateway, user, samples.png, { file_name: 'a.png' })
    await putBytes(gateway, waiting, samples.png)
    await worker.runLeft('remove-object')
    const needed = (await holdingsOf(gateway, user)).objects
    expect(needed).toHaveLength(2)

    const loose = [
      `files/${user_id}/${randomUUID()}.${randomUUID()}`,
      `files/${user_id}/${ready.file_id}.${randomUUID()}`,
      `files/${randomUUID()}/${ready.file_id}.${randomUUID()}`,
      `incoming/${user_id}/${ready.file_id}`,
      `incoming/${user_id}/${randomUUID()}`,
    ]
    for (const key of loose) await put(key)
    aheadMs = SWEEP_AGE_MS - 60_000
    await worker.run('sweep-objects')
    for (const key of loose) expect(await gateway.services.objects.head(key)).toBeDefined()

    aheadMs = SWEEP_AGE_MS + 60_000
    await worker.run('sweep-objects')
    for (const key of loose) expect(await gateway.services.objects.head(key)).toBeUndefined()
    expect((await holdingsOf(gateway, user)).objects).toEqual(needed)
  })

  it('does not touch a key of a shape it does not know', async () => {
    await put('files/something-else')
    aheadMs = 2 * SWEEP_AGE_MS
    await worker.run('sweep-objects')
    expect(await gateway.services.objects.head('files/something-else')).toBeDefined()
  })
})
