import { completeLivenessUpload } from './complete-liveness-upload.ts'
import { drawLivenessCode } from './get-liveness-qr-code.ts'
import { getLivenessUpload } from './get-liveness-upload.ts'
import { openLivenessPage } from './open-liveness-page.ts'
import type { PageRoute } from './page-route.ts'
import { putLivenessPart } from './put-liveness-part.ts'
import { recordLivenessConsent } from './record-liveness-consent.ts'

/** All routes below the address. */
export const livenessPageRoutes: PageRoute[] = [
  openLivenessPage,
  drawLivenessCode,
  recordLivenessConsent,
  getLivenessUpload,
  putLivenessPart,
  completeLivenessUpload,
]
