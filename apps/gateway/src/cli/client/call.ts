import { readFileSync } from 'node:fs'
import type { ApiResponse, CallOptions, ClientOptions } from '@eclusa/client/src/index.ts'
import { Command, Option } from 'commander'
import type { ResponseBody } from '../gateway.ts'
import { show } from '../show.ts'
import { byName, connectGateway, loadClient } from './connection.ts'
import { type CliOperation, findOperation, readContract } from './contract.ts'
import { asCurl } from './curl.ts'
import { Misunderstood } from './error-messages.ts'
import { type Acted, actingOf } from './on-behalf-of.ts'
import { type OptionValue, optionsOf, sortedOut, standing, withFiles } from './options.ts'
import { printLine, printMember, printRecord, printRows, styleOf } from './print.ts'

/** Calls any operation of the contract by name. */
export function addCallCommand(program: Command): void {
  program
    .command('call')
    .summary('call any operation of the contract by its name; alone, lists them')
    .argument('[operation]', 'its name, such as updateAccount; with --help, its options')
    // The options depend on the operation, so they are parsed after its name.
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action(async function (this: Command, name: string | undefined) {
      if (name === undefined || name.startsWith('-')) return listOperations(this, name)
      await callByName(this, findOperation(name), `eclusa call ${name}`, this.args.slice(1))
    })
}

function listOperations(command: Command, name: string | undefined): void {
  if (name !== undefined && name !== '--help' && name !== '-h')
    throw new Misunderstood(`name the operation before its options: eclusa call <operation> ${name} …`)
  const { operations } = readContract()
  show(
    command,
    operations.map(({ area, name: operation, summary }) => ({ area, operation, summary })),
  )
}

/** Generates options from the operation's schema, parses them, and calls it. */
export async function callByName(
  outer: Command,
  operation: CliOperation,
  title: string,
  words: string[],
): Promise<void> {
  const given = optionsOf(operation)
  const command = commandFor(operation, title, given)
    .copyInheritedSettings(outer)
    .helpOption('-h, --help')
    .action(() => perform(outer, operation, given, command))
  await command.parseAsync(words, { from: 'user' })
}

/** Creates a command for the operation. */
export function commandFor(operation: CliOperation, title: string, given: OptionValue[]): Command {
  const { name, method, path, summary, description, parameters, body, isList } = operation
  const command = new Command(title).description(`${summary}\n\n${description ?? ''}`.trim())
  command.addHelpText('after', `\n${name}: ${method} ${path}`)
  for (const { option } of given) command.addOption(option)
  if (body)
    command.option('--body <json|@file|->', 'the whole body: JSON, a file or standard input; options are laid over it')
  if (isList) command.option('--all', 'every page; with --json one line for each record')
  for (const [option, header, said] of standing) {
    const parameter = parameters.find((one) => one.name === header)
    const values = parameter?.schema.enum
    const made = new Option(`--${option} <${parameter?.schema.format ?? 'value'}>`, said)
    if (parameter) command.addOption(values ? made.choices(values) : made)
  }
  return command
    .option('--pick <member>', 'print only this member of the answer, such as id or address.city')
    .option('--dry-run', 'send nothing: print the request as a command for curl')
}

interface CallFlags extends Acted {
  body?: string
  all?: boolean
  pick?: string
  dryRun?: boolean
  transaction?: string
  replay?: CallOptions['replay']
  ifMatch?: string
  nonce?: string
}

async function perform(outer: Command, operation: CliOperation, given: OptionValue[], command: Command): Promise<void> {
  const { body: whole, all, pick, dryRun, ...chosen } = command.opts<CallFlags>()
  const { params, query, body } = sortedOut(given, command, whole === undefined ? undefined : readBody(whole))
  const { isForm = false } = operation.body ?? {}
  const asked = {
    params,
    query,
    ...(operation.body && { body: isForm ? await withFiles(body) : body }),
    ...optionsFor(chosen),
  }
  if (dryRun) {
    const { instead, seen } = watch()
    await byName(await connectGateway({ instead, acting: actingOf(chosen) }), operation.name)(asked)
    process.stdout.write(asCurl(seen(), body, isForm))
    return
  }
  const ask = byName(await connectGateway({ acting: actingOf(chosen) }), operation.name)
  if (!operation.isList) return told(outer, await ask(asked), pick)
  if (all) return everyPage(outer, ask, asked, pick)
  const { data } = await ask(asked)
  if (pick !== undefined) return printMember(data, pick)
  if (styleOf(outer).json) return printRecord(outer, data)
  printRows(outer, data['data'] as ResponseBody[])
  if (data['has_next_page'])
    process.stderr.write(`There is more: --all, or --page_state ${String(data['page_state'])}\n`)
}

function told(outer: Command, { data, recovered }: ApiResponse, pick: string | undefined): void {
  if (recovered) process.stderr.write('The first answer was lost: this is the record as it was read afterwards.\n')
  if (pick === undefined) printRecord(outer, data)
  else printMember(data, pick)
}

async function everyPage(
  outer: Command,
  ask: ReturnType<typeof byName>,
  asked: object,
  pick: string | undefined,
): Promise<void> {
  const { paginate: each } = await loadClient()
  const { json } = styleOf(outer)
  const rows: ResponseBody[] = []
  const list = ask as unknown as Parameters<typeof each<{ query?: object }, ResponseBody>>[0]
  for await (const row of each(list, asked))
    if (pick !== undefined) printMember(row, pick)
    else if (json) printLine(row)
    else rows.push(row)
  if (pick === undefined && !json) printRows(outer, rows)
}

function optionsFor({ transaction, replay, ifMatch, nonce }: CallFlags): CallOptions & { ifMatch?: string } {
  return {
    ...(transaction !== undefined && { transaction }),
    ...(replay !== undefined && { replay }),
    ...(ifMatch !== undefined && { ifMatch }),
    // With a nonce and its default comparison, the start time of the intention has no effect.
    ...(nonce !== undefined && { intention: { nonce, began: Date.now() } }),
  }
}

function readBody(text: string): object {
  const json =
    text === '-' ? readFileSync(0, 'utf8') : text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text
  try {
    const body = JSON.parse(json) as unknown
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {}
  throw new Misunderstood('--body takes a JSON object, @ and the path of a file with one, or - for standard input')
}

/** Captures a request instead of sending it, and returns an empty success. */
function watch(): { instead: NonNullable<ClientOptions['fetch']>; seen: () => Request } {
  let kept: Request | undefined
  return {
    instead: async (request) => {
      kept = request as Request
      return Response.json({ data: [], has_next_page: false })
    },
    seen: () => kept!,
  }
}
