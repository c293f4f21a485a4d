import { expect, it } from 'vitest'
import { createMetrics } from '../observability/metrics.ts'
import { measured } from './measured-store.ts'
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts'

it('a measured store behaves the same, and each call is counted by its result', async () => {
  const metrics = createMetrics()
  const away = new ObjectStoreUnavailable('away')
  const store = measured(
    {
      head: (key: string) => (key === 'there' ? Promise.resolve({ size: 7 }) : Promise.resolve(undefined)),
      remove: () => Promise.reject(away),
      put: () => Promise.reject(new Error('the sender of the bytes closed the connection')),
      close: () => Promise.resolve(),
    } as unknown as ObjectStore,
    metrics,
  )
  expect(await store.head('there')).toEqual({ size: 7 })
  expect(await store.head('elsewhere')).toBeUndefined()
  await expect(store.remove('there')).rejects.toBe(away)
  await expect(store.put('there', (async function* () {})(), 'text/plain')).rejects.toThrow('closed the connection')
  const told = metrics.text()
  const count = (call: string, outcome: string) => `_count{call="${call}",outcome="${outcome}"}`
  expect(told).toContain(`${count('head', 'done')} 2\n`)
  expect(told).toContain(`${count('remove', 'unavailable')} 1\n`)
  expect(told).toContain(`${count('put', 'failed')} 1\n`)
})
