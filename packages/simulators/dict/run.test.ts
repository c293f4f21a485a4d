import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createDict } from '@eclusa/gateway/src/partners/dict/dict.ts'
import { createFraudMarker } from '@eclusa/gateway/src/partners/dict/fraud-markers.ts'
import { done } from '@eclusa/testing/dict.ts'
import { expect, it } from 'vitest'

interface Ready {
  url: string
  control_url: string
  participants: Record<string, Record<string, string>>
}

it('runs as a separate process, prints its addresses, and leaves nothing behind', async () => {
  const script = new URL('run.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, '--participants', 'ABCD1234'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url, control_url, participants } = JSON.parse(line) as Ready
  const files = participants['ABCD1234']!
  const pem = (name: string) => readFileSync(files[name]!, 'utf8')
  const dict = createDict({
    url,
    participant: 'ABCD1234',
    tls: { certificate: pem('tls_certificate'), key: pem('tls_key'), authorities: [pem('tls_authorities')] },
    signing: { certificate: pem('signing_certificate'), key: pem('signing_key') },
    trusted: [pem('trusted')],
  })
  const marker = { request_id: crypto.randomUUID(), tax_id_number: '11144477735', fraud_type: 'OTHER' } as const
  const { fraud_marker } = done(await createFraudMarker(dict, marker))
  const state = (await (await fetch(`${control_url}/state`)).json()) as { fraud_markers: { id: string }[] }
  expect(state.fraud_markers.map(({ id }) => id)).toEqual([fraud_marker.id])
  await dict.close()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(Object.values(files).filter((path) => existsSync(path))).toEqual([])
})
