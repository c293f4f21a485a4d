import { showRecovery } from './get-recovery-case.ts'
import { revealRecovery } from './reveal-recovery.ts'

export const recoveryDeskRoutes = [showRecovery, revealRecovery]
