import { askClient } from './ask-client.ts'
import { findFraudMarkers } from './find-fraud-markers.ts'
import { judgeInfraction } from './judge-infraction.ts'
import { listUnclaimedReports } from './list-unclaimed-reports.ts'
import { openInfractionFile } from './open-infraction-file.ts'
import { registerFraudMarker } from './register-fraud-marker.ts'
import { revealInfraction } from './reveal-infraction.ts'
import { showInfraction } from './show-infraction.ts'
import { showUnclaimedReport } from './show-unclaimed-report.ts'
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
