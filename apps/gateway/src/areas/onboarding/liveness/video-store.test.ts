import { openForFile } from '@eclusa/testing/for-file.ts'
import { freshLinkOf } from '@eclusa/testing/liveness.ts'
import { expect, it } from 'vitest'
import { runAsUser } from '../../../http/transaction.ts'
import { videosOf } from './video-store.ts'

const test = openForFile()

it('lists the videos of one onboarding, and not those of another of the same user', async () => {
  const { gateway, user } = test
  const [one, other] = [await freshLinkOf(gateway, user), await freshLinkOf(gateway, user)]
  await gateway.db.admin.query(
    `insert into liveness_videos (user_id, product_id, onboarding_id, id, liveness_id, file_id, sha256, state, captured_at, version,
       created_at, updated_at)
     select user_id, product_id, onboarding_id, gen_random_uuid(), id, gen_random_uuid(), 'x', 'UPLOADED', now(), 1, now(), now()
     from liveness_checks where user_id = $1`,
    [user.user_id],
  )
  for (const { onboarding_id } of [one, other]) {
    const videos = await runAsUser(gateway.services, user.user_id, 'test', (tx) => videosOf(tx, onboarding_id))
    expect(videos).toMatchObject([{ onboarding_id }])
  }
})
