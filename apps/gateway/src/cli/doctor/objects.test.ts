import { expect, it } from 'vitest'
import { createS3Store } from '../../platform/object-storage/s3.ts'
import { createDoctorContext } from './context.ts'
import { objects, unsignedAddress } from './objects.ts'

const keys = { accessKeyId: 'x', secretAccessKey: 'x', timeoutMs: 1_000, buffers: 2 }

it.each([
  ['AWS itself', undefined, 'files', 'https://files.s3.sa-east-1.amazonaws.com/doctor/x'],
  ['AWS, where the name has dots', undefined, 'our.files', 'https://s3.sa-east-1.amazonaws.com/our.files/doctor/x'],
  ['a store of another', 'http://store.test:9000/', 'files', 'http://store.test:9000/files/doctor/x'],
])('%s has the object at its address without a signature', async (_, endpoint, bucket, address) => {
  const store = createS3Store({ endpoint, region: 'sa-east-1', bucket, ...keys })
  expect(await unsignedAddress(store, 'doctor/x')).toBe(address)
  await store.close()
})

it('the check of public access also works on AWS, without S3_ENDPOINT', () => {
  const ground = createDoctorContext({ OBJECT_STORE: 's3', S3_BUCKET: 'files', SIGNING_SECRET: 'x'.repeat(32) })
  expect(objects.map((one) => [one.name, one.lacks(ground)])).toEqual([
    ['store.round-trip', []],
    ['store.private', []],
  ])
})
