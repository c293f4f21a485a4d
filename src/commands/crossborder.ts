import { type Command, Option } from 'commander'
import type pg from 'pg'
import { findPendingAccounts } from '../areas/crossborder/accounts/account-store.ts'
import { decideAccount } from '../areas/crossborder/accounts/verify-account.job.ts'
import { findPendingClients } from '../areas/crossborder/clients/client-store.ts'
import { decideClient } from '../areas/crossborder/clients/verify-client.job.ts'
import { EARLIER_VALUES, readEarlier } from '../areas/crossborder/earlier-store.ts'
import { readSettings } from '../base/config/settings.ts'
import { openSeal } from '../base/sealed.ts'
import { earlierSettings } from '../settings.ts'
import { asOperator, forUser, found } from './operator.ts'
import { show } from './show.ts'

const LIST_MAX = 500

/** Verification by hand: what waits for a verdict, and the verdict. Each is in the client's history, with its reason. */
export function addCrossborderCommands(program: Command): void {
  const clients = program.command('clients').description('cross-border clients')
  addPending(clients, findPendingClients)
  clients
    .command('decide')
    .description('put a verdict on a pending client')
    .argument('<client_id>')
    .requiredOption('--user <user_id>', 'whose client it is')
    .addOption(
      new Option('--status <status>', 'the verdict').choices(['ACTIVE', 'REJECTED', 'EXPIRED']).makeOptionMandatory(),
    )
    .requiredOption('--seen <version>', 'the version you looked at, from the pending list', Number)
    .requiredOption('--reason <text>', 'why; the user reads it in the history of the client')
    .action(async function (
      this: Command,
      client_id: string,
      options: { user: string; status: 'ACTIVE' | 'REJECTED' | 'EXPIRED'; reason: string; seen: number },
    ) {
      const verdict = { status: options.status, source: 'operator', reason: options.reason }
      const subject = { type: 'client', id: client_id }
      const act = { operation: 'clients decide', user_id: options.user, subject, reason: options.reason }
      const client = await asOperator((db) =>
        forUser(db, act, (tx) => decideClient(tx, client_id, verdict, options.seen)),
      )
      const { status } = found(client, 'a pending client with this id and version')
      show(this, { client_id, status })
    })

  clients
    .command('earlier')
    .description('what a client and its accounts said before they were changed')
    .argument('<client_id>')
    .requiredOption('--user <user_id>', 'whose client it is')
    .action(async function (this: Command, client_id: string, { user: user_id }: { user: string }) {
      const seal = openSeal(readSettings(earlierSettings, process.env).SIGNING_SECRET, EARLIER_VALUES)
      show(this, await asOperator((db) => readEarlier(db, seal, { user_id, client_id })))
    })

  const accounts = program.command('accounts').description('bank accounts of cross-border clients')
  addPending(accounts, findPendingAccounts)
  accounts
    .command('decide')
    .description('put a verdict on a pending account')
    .argument('<account_id>')
    .requiredOption('--user <user_id>', 'whose account it is')
    .requiredOption('--client <client_id>', 'of which client')
    .addOption(new Option('--status <status>', 'the verdict').choices(['ACTIVE', 'INACTIVE']).makeOptionMandatory())
    .requiredOption('--seen <version>', 'the version you looked at, from the pending list', Number)
    .requiredOption('--reason <text>', 'why; the user reads it in the history of the client')
    .action(async function (
      this: Command,
      account_id: string,
      options: { user: string; client: string; status: 'ACTIVE' | 'INACTIVE'; reason: string; seen: number },
    ) {
      const verdict = () => ({ status: options.status, source: 'operator', reason: options.reason })
      const key = { client_id: options.client, account_id }
      const subject = { type: 'account', id: account_id }
      const act = { operation: 'accounts decide', user_id: options.user, subject, reason: options.reason }
      const account = await asOperator((db) => forUser(db, act, (tx) => decideAccount(tx, key, verdict, options.seen)))
      const { status } = found(account, 'a pending account with this id and version')
      show(this, { account_id, status })
    })
}

/** What an operator decides about, with the version it is decided at: a verdict on what has changed since is refused. */
function addPending(noun: Command, find: (operator: pg.Pool, limit: number) => Promise<object[]>): void {
  noun
    .command('pending')
    .description(`the oldest ${LIST_MAX} that wait for a verdict`)
    .action(async function (this: Command) {
      show(this, await asOperator((db) => find(db, LIST_MAX)))
    })
}
