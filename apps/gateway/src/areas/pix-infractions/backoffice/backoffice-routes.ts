import { judgeInfraction } from './decide-infraction.ts'
import { findFraudMarkers } from './find-fraud-markers.ts'
import { showInfraction } from './get-infraction-case.ts'
import { showUnclaimedReport } from './get-unmatched-report.ts'
import { listUnclaimedReports } from './list-unmatched-reports.ts'
import { openInfractionFile } from './open-infraction-file.ts'
import { registerFraudMarker } from './register-fraud-marker.ts'
import { askClient } from './request-info.ts'
import { revealInfraction } from './reveal-infraction.ts'
import { withdrawFraudMarker } from './withdraw-fraud-marker.ts'

export const infractionDeskRoutes = [
  showInfraction,
  revealInfraction,
  judgeInfraction,
  askClient,
  openInfractionFile,
  listUnclaimedReports,
  showUnclaimedReport,
  findFraudMarkers,
  registerFraudMarker,
  withdrawFraudMarker,
]
