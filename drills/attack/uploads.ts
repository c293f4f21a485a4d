import type { Part } from './part.ts'

const suites = [
  'src/areas/storage/hostile.test.ts',
  'src/areas/storage/confirm-upload.test.ts',
  'src/areas/storage/scan.test.ts',
  'src/areas/storage/quota.test.ts',
  'src/areas/onboarding/videos/read-media.test.ts',
  'src/areas/onboarding/videos/upload-liveness-video.test.ts',
  'src/areas/liveness-page/receive-part.test.ts',
]

/** Files with a false type, path traversal in names, endless bodies. */
export const uploads: Part = {
  name: 'uploads',
  what: 'uploads: disguised files, names, bodies that do not end, films',
  rounds: 1,
  planted: { bug: 'storage/hash-not-compared', rounds: 1, finds: 'successes' },
  suites,
}
