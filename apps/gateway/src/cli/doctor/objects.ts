import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from '../../platform/clock.ts'
import { both } from '../../platform/language.ts'
import { createObjectStore } from '../../platform/object-storage/create-object-store.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { createMetrics } from '../../platform/observability/metrics.ts'
import type { DoctorContext } from './context.ts'
import { type Diagnostic, type DiagnosticFinding, examination, fail, well } from './diagnostic.ts'
import { whyOf } from './failure-cause.ts'

const needs = ['OBJECT_STORE', 'OBJECT_STORE_TIMEOUT_MS', 'S3_REGION', 'UPLOAD_BUFFERS', 'SIGNING_SECRET'] as const
const FETCH_TIMEOUT_MS = 5_000

/** The object store: that it works, and that only the gateway has access. */
export const objects: Diagnostic[] = [
  examination('store.round-trip', {
    about: both('gravar um objeto, lê-lo e removê-lo', 'putting an object, reading it back and removing it'),
    mend: both(
      'veja se o lugar existe e se o processo pode gravar, ler e remover ali (OBJECT_DISK_PATH, ou S3_ENDPOINT, S3_BUCKET e a chave)',
      'see that the place exists and that the process may put, read and remove there (OBJECT_DISK_PATH, or S3_ENDPOINT, S3_BUCKET and the key)',
    ),
    needs,
    look: (ground) => withStore(ground, roundTrip),
  }),
  examination('store.private', {
    about: both('se o bucket é fechado a estranhos', 'whether the bucket is closed to strangers'),
    mend: both(
      'retire toda política pública do bucket: nele há documentos de pessoas',
      'remove every public policy from the bucket: documents of people are in it',
    ),
    needs: [...needs, 'S3_BUCKET'],
    look: (ground) =>
      withStore(ground, async (store) => {
        if (ground.settings.OBJECT_STORE === 'disk')
          return well(both('os arquivos estão em um disco', 'files are on a disk'))
        const key = newKey()
        await store.put(key, once(Buffer.from('eclusa doctor')), 'text/plain')
        try {
          const url = await unsignedAddress(store, key)
          const { ok, body } = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
          await body?.cancel()
          if (!ok) return well()
          return fail(both('qualquer um lê o que há nele', 'its objects are publicly readable'))
        } finally {
          await store.remove(key)
        }
      }),
  }),
]

type StoreGround = DoctorContext<(typeof needs)[number]>

async function withStore(
  { settings }: StoreGround,
  look: (store: ObjectStore) => Promise<DiagnosticFinding>,
): Promise<DiagnosticFinding> {
  // PUBLIC_URL is only for the URLs of a store on disk, and no URL is created here.
  const { objects: store } = createObjectStore(
    { PUBLIC_URL: 'http://localhost', ...settings },
    systemClock,
    createMetrics(),
  )
  try {
    return await look(store)
  } catch (error) {
    const why = whyOf(error)
    return fail(both(`não foi possível: ${why['pt-BR']}`, `it could not be done: ${why['en-US']}`))
  } finally {
    await store.close()
  }
}

/**
 * The URL of an object without its signature, which an attacker would request. It is derived from a signed URL, so
 * that it is right for AWS too, which has no S3_ENDPOINT.
 */
export async function unsignedAddress(store: ObjectStore, key: string): Promise<string> {
  const signed = await store.signDownload(key, { name: 'doctor', contentType: 'text/plain', seconds: 1 })
  const { origin, pathname } = new URL(signed)
  return origin + pathname
}

const newKey = () => `doctor/${randomUUID()}`

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function roundTrip(store: ObjectStore): Promise<DiagnosticFinding> {
  const [key, bytes] = [newKey(), randomBytes(1_024)]
  await store.put(key, once(bytes), 'application/octet-stream')
  const read: Buffer[] = []
  for await (const chunk of (await store.read(key)) ?? []) read.push(Buffer.from(chunk))
  await store.remove(key)
  if (!Buffer.concat(read).equals(bytes))
    return fail(both('o que se leu não é o que se gravou', 'what was read is not what was put'))
  if (await store.head(key)) return fail(both('o que se removeu ainda está lá', 'what was removed is still there'))
  return well()
}
