import type { Command } from 'commander'
import { addActivityCommands } from './activity.ts'
import { addProposalCommands } from './approvals.ts'
import { addJournalCommands } from './audit-log.ts'
import { addCompletionCommand } from './client/completion.ts'
import { addConfigCommands } from './config.ts'
import { addCrossborderCommands } from './crossborder.ts'
import { addDoctorCommand } from './doctor.ts'
import { addMarkerCommands } from './fraud-markers.ts'
import { addInfractionCommands } from './infractions.ts'
import { addKeyCommands } from './keys.ts'
import { addLivenessCommands } from './liveness.ts'
import { addLoginCommands } from './login.ts'
import { addMigrateCommand } from './migrate.ts'
import { addOnboardingCommands } from './onboardings.ts'
import { addProcessCommands } from './processes.ts'
import { addProductCommands } from './products.ts'
import { addRecoveryCommands } from './recoveries.ts'
import { addRefundCommands } from './refunds.ts'
import { addSecretCommands } from './secrets.ts'
import { addTransactionCommands } from './transactions.ts'
import { addUserCommands } from './users.ts'
import { addWalletCommands } from './wallets.ts'

/** Commands of the operator: processes, maintenance, and the staff's work at the backoffice. */
export function addInstitutionCommands(program: Command): void {
  program.commandsGroup('Everybody:')
  addLoginCommands(program)
  addCompletionCommand(program)

  program.commandsGroup('Staff of the institution, at the backoffice (DESK_URL):')
  addProposalCommands(program)
  addUserCommands(program)
  addProductCommands(program)
  addWalletCommands(program)
  addKeyCommands(program)
  addCrossborderCommands(program)
  addActivityCommands(program)
  addJournalCommands(program)
  addTransactionCommands(program)
  addRecoveryCommands(program)
  addInfractionCommands(program)
  addRefundCommands(program)
  addMarkerCommands(program)
  addOnboardingCommands(program)
  addLivenessCommands(program)

  program.commandsGroup('Processes:')
  addProcessCommands(program)
  addMigrateCommand(program)
  addConfigCommands(program)
  addDoctorCommand(program)
  addSecretCommands(program)
}
