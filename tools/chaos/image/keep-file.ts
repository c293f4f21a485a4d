import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RunningSandbox } from '@eclusa/testing/e2e/sandbox.ts'

/** Uploads a file like a caller, and downloads it from its signed URL. Returns whether it is the same. */
export async function keepFile(sandbox: RunningSandbox): Promise<boolean> {
  const headers = { authorization: `Bearer ${sandbox.users[0]!.token}` }
  const content = readFileSync(new URL('../../../packages/simulators/samples/contract.pdf', import.meta.url))
  const upload = await sandbox.call('POST', '/v1/storage/upload', {
    headers,
    body: {
      file_type: 'OTHERS',
      file_name: 'contract.pdf',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    },
  })
  const { file_id, url, headers: wanted } = upload.body as unknown as Upload
  const put = await fetch(url, { method: 'PUT', headers: wanted, body: new Uint8Array(content) })
  const confirmed = await sandbox.call('POST', `/v1/storage/upload/${file_id}/confirm`, { headers })
  if (!put.ok || confirmed.body['state'] !== 'READY') return false
  const kept = await sandbox.call('GET', `/v2/storage/files/${file_id}/url`, { headers })
  const fetched = await fetch(String(kept.body['url']))
  return Buffer.from(await fetched.arrayBuffer()).equals(content)
}

interface Upload {
  file_id: string
  url: string
  headers: Record<string, string>
}
