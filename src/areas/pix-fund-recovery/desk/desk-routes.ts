import { revealRecovery } from './reveal-recovery.ts'
import { showRecovery } from './show-recovery.ts'

export const recoveryDeskRoutes = [showRecovery, revealRecovery]
