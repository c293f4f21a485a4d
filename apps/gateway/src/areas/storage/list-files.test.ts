import { begin, expectDiscreetLogs, samples, upload } from '@eclusa/testing/files.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { describe, expect, it } from 'vitest'

const test = openForFile()

const ask = (url: string, as = test.user) => test.gateway.ask({ url, as })

describe('200', () => {
  it('filters by type, state, folder and time, and pages', async () => {
    const owner = await test.gateway.user()
    await upload(test.gateway, owner, samples.png, { file_name: '1.png', folder_name: 'a' })
    await begin(test.gateway, owner, samples.mp4, { file_type: 'ONBOARDING_LIVENESS_VIDEOS', file_name: '2.mp4' })
    await begin(test.gateway, owner, samples.pdf, { file_name: '3.pdf', folder_name: 'a' })
    const names = async (query: string) => {
      const { body } = await ask(`/v1/storage/files?${query}`, owner)
      return (body['data'] as { file_name: string }[]).map(({ file_name }) => file_name)
    }
    expect(await names('')).toEqual(['3.pdf', '2.mp4', '1.png'])
    expect(await names('order=asc')).toEqual(['1.png', '2.mp4', '3.pdf'])
    expect(await names('type=ONBOARDING_LIVENESS_VIDEOS')).toEqual(['2.mp4'])
    expect(await names('state=READY')).toEqual(['1.png'])
    expect(await names('folder_name=a&state=WAITING_UPLOAD')).toEqual(['3.pdf'])
    expect(await names(`created_at_start=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    expect(await names(`created_at_end=${new Date(Date.now() + 60_000).toISOString()}`)).toHaveLength(3)
    const page = await ask('/v1/storage/files?page_size=2', owner)
    expect(page.body).toMatchObject({ has_next_page: true })
    expect(await names(`page_size=2&page_state=${String(page.body['page_state'])}`)).toEqual(['1.png'])
    expect(await names('type=ONBOARDING_LIVENESS_VIDEOS&state=READY')).toEqual([])
  })

  it('shows exactly the public fields, and nothing of another user', async () => {
    const owner = await test.gateway.user()
    await upload(test.gateway, owner, samples.png, { file_name: '1.png' })
    const [file] = (await ask('/v1/storage/files', owner)).body['data'] as Record<string, unknown>[]
    expect(Object.keys(file!).toSorted()).toEqual(
      ['content_type', 'created_at', 'file_name', 'id', 'sha256', 'size', 'state', 'type', 'updated_at'].toSorted(),
    )
    expect((await ask('/v1/storage/files', await test.gateway.user())).body['data']).toEqual([])
  })
})

describe('400', () => {
  it('an unknown type or state', async () => {
    expect((await ask('/v1/storage/files?type=X')).status).toBe(400)
    expect((await ask('/v1/storage/files?state=X')).status).toBe(400)
  })
})

it('no signed address, file name or token is in any log line', () => expectDiscreetLogs(test.gateway, test.user))
