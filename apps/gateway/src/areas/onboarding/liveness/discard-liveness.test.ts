import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { elsewhere, linkOf, sendVideo, videos } from '@eclusa/testing/liveness.ts'
import { peopleState, toldOf } from '@eclusa/testing/people-state.ts'
import {
  LEGAL,
  NATURAL,
  naturalBody,
  newCpf,
  type Persons,
  personsOf,
  REPRESENTATIVES,
  SHAREHOLDERS,
  USERS,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
})
afterAll(() => gateway.close())

const stateOf = () => peopleState(gateway, user)
const page = (path: string) => gateway.app.inject({ url: path, remoteAddress: elsewhere() })

async function person() {
  const account = await persons.account()
  const id = String((await persons.post(NATURAL, naturalBody(account))).body['id'])
  return {
    account: `${USERS}/accounts/${account}`,
    id,
    url: `${NATURAL}/${id}`,
    film: `${NATURAL}/${id}/liveness/video`,
  }
}

describe('a video that was sent before the person was corrected', () => {
  it('is kept when a name was misspelt', async () => {
    const { account, film } = await person()
    await sendVideo(gateway, user, film)
    await persons.patch(account, { full_name: 'Luiza Certa', mother_name: 'Rosa', birth_date: '1991-04-22' })
    const { liveness_checks, liveness_videos } = await stateOf()
    expect(liveness_videos).toMatchObject([{ state: 'UPLOADED' }])
    expect(liveness_checks).toMatchObject([{ status: 'PENDING', version: '1' }])
  })

  it('is discarded with another document number, emits an event, and may be sent again for that number', async () => {
    const { account, id, url, film } = await person()
    const first = await sendVideo(gateway, user, film)
    await persons.patch(account, { document: newCpf() })
    const state = await stateOf()
    expect(state.liveness_videos).toMatchObject([{ id: first.body['id'], state: 'DISCARDED' }])
    expect(state.liveness_checks).toMatchObject([{ status: 'PENDING', submitted_at: null, generation: 2 }])
    expect(toldOf(state, state.liveness_checks[0]!['id'])).toEqual([
      [1, 'users.liveness.submitted'],
      [2, 'users.liveness.discarded'],
    ])
    expect(state.onboarding_activity.map(({ what }) => what)).toEqual([
      'liveness_submitted',
      'account_corrected',
      'liveness_discarded',
    ])
    expect((await persons.get(`${url}/liveness`)).body).toEqual({ status: 'PENDING', method: 'VIDEO_UPLOAD' })

    const again = await sendVideo(gateway, user, film)
    expect(again).toMatchObject({ status: 201, body: { onboarding_id: id, state: 'UPLOADED' } })
    expect(again.body['id']).not.toBe(first.body['id'])
    expect((await sendVideo(gateway, user, film)).body['id']).toBe(again.body['id'])
    const other = await sendVideo(gateway, user, film, { bytes: videos.otherMp4 })
    expect(other.body['code']).toBe('LIVENESS_VIDEO_IN_PLACE')
  })

  it('of a representative is required again before a company is finalized, and of no other person', async () => {
    const { id, representatives, shareholders } = await persons.complete()
    const film = (one: string) => `${NATURAL}/${id}/legal-representatives/${one}/liveness/video`
    await sendVideo(gateway, user, film(representatives[0]!))
    await sendVideo(gateway, user, film(representatives[1]!), { bytes: videos.otherMp4 })
    expect((await persons.patch(`${SHAREHOLDERS}/${shareholders[0]}`, { document: newCpf() })).status).toBe(200)
    const { body } = await persons.post(`${LEGAL}/${id}/finalize`)
    const pointer = `/legal_representatives/${representatives[0]}/liveness`
    expect(body['errors']).toMatchObject([{ pointer, code: 'VIDEO_REQUIRED' }])
    await sendVideo(gateway, user, film(representatives[0]!))
    expect((await persons.post(`${LEGAL}/${id}/finalize`)).body['status']).toBe('in_process')
  })

  it('of a withdrawn representative is discarded, and no other is accepted', async () => {
    const { id, representatives } = await persons.complete()
    const film = `${NATURAL}/${id}/legal-representatives/${representatives[0]}/liveness/video`
    await sendVideo(gateway, user, film)
    await persons.withdraw(`${REPRESENTATIVES}/${representatives[0]}`)
    expect((await stateOf()).liveness_checks[0]!['revoked_at']).not.toBeNull()
    const { body } = await sendVideo(gateway, user, film, { bytes: videos.otherMp4 })
    expect(body['code']).toBe('ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND')
  })
})

/**
 * No link is given out while the onboarding is open, because no check has begun. If there were one, it would end too.
 */
describe('a link that was sent', () => {
  const given = async () => {
    const { account, id, url } = await person()
    await gateway.db.admin.query(`update onboardings set status = 'invalid', submitted_at = now() where id = $1`, [id])
    return { account, url, ...(await linkOf(gateway, user, { onboarding_id: id })) }
  }

  it('no longer opens once the onboarding was withdrawn, and the page is the common not-found page', async () => {
    const { path, url } = await given()
    expect((await page(path)).statusCode).toBe(200)
    expect((await persons.withdraw(url)).status).toBe(200)
    const nothing = await page(`/liveness/${'A'.repeat(91)}`)
    const dead = await page(path)
    expect([dead.statusCode, dead.body]).toEqual([404, nothing.body])
  })

  it('no longer opens once the document was corrected, and still opens when a name was', async () => {
    const { path, account } = await given()
    await persons.patch(account, { full_name: 'Luiza Certa' })
    expect((await page(path)).statusCode).toBe(200)
    await persons.patch(account, { document: newCpf() })
    expect((await page(path)).statusCode).toBe(404)
  })
})
