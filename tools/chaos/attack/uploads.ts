import type { AttackPart } from './part.ts'

const suites = [
  'apps/gateway/src/areas/storage/hostile.test.ts',
  'apps/gateway/src/areas/storage/confirm-upload.test.ts',
  'apps/gateway/src/areas/storage/scan.test.ts',
  'apps/gateway/src/areas/storage/quota.test.ts',
  'apps/gateway/src/areas/onboarding/videos/read-media.test.ts',
  'apps/gateway/src/areas/onboarding/videos/upload-liveness-video.test.ts',
  'apps/gateway/src/areas/liveness-page/receive-part.test.ts',
]

/** Files with a false type, path traversal in names, endless bodies. */
export const uploads: AttackPart = {
  name: 'uploads',
  what: 'uploads: disguised files, names, bodies that do not end, films',
  rounds: 1,
  planted: { bug: 'storage/hash-not-compared', rounds: 1, finds: 'successes' },
  suites,
}
