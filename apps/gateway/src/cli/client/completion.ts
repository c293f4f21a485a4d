import { Argument, type Command } from 'commander'
import { commandFor } from './call.ts'
import { type CliOperation, findOperation, readContract } from './contract.ts'
import { type Cause, causes } from './event-triggers.ts'
import { optionsOf } from './options.ts'
import { findSimulation, simulations } from './simulate.ts'

/** The possible next words, by the words before them. */
type Words = Map<string, string[]>

const shells = { bash, zsh, fish }

/** A script that contains all names, so that completion starts no process. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, operations and options in your shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `
  bash  eclusa completion bash > ~/.local/share/bash-completion/completions/eclusa
  zsh   eclusa completion zsh > "\${fpath[1]}/_eclusa"
  fish  eclusa completion fish > ~/.config/fish/completions/eclusa.fish`,
    )
    .action((shell: keyof typeof shells) => {
      process.stdout.write(scriptFor(shell, program))
    })
}

export const scriptFor = (shell: keyof typeof shells, program: Command): string => shells[shell](wordsOf(program))

function wordsOf(program: Command): Words {
  const words: Words = new Map()
  walk(words, program, '')
  const add = (path: string, names: string[], operationOf: (name: string) => CliOperation | undefined) => {
    words.set(path, [...names, ...(words.get(path) ?? [])])
    for (const name of names) addOperation(words, `${path} ${name}`, operationOf(name))
  }
  const { operations, events } = readContract()
  const names = operations.map(({ name }) => name)
  add(' call', names, findOperation)
  add(
    ' simulate',
    simulations().map(({ short }) => short),
    findSimulation,
  )
  add(' webhooks trigger', events, (type) => {
    const cause = (causes as Record<string, Cause | undefined>)[type]
    return cause && 'simulate' in cause ? simulations().find(({ short }) => short === cause.simulate) : undefined
  })
  for (const path of [' events tail --type', ' webhooks listen --type']) words.set(path, events)
  words.set(' logs tail --operation', names)
  return words
}

function walk(words: Words, command: Command, path: string): void {
  const options = command.options.map(({ long }) => long!)
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  words.set(path, [...command.commands.map((one) => one.name()), ...choices, ...options])
  for (const one of command.commands) walk(words, one, `${path} ${one.name()}`)
}

function addOperation(words: Words, path: string, operation: CliOperation | undefined): void {
  if (!operation) return
  const given = optionsOf(operation)
  const options = commandFor(operation, operation.name, given).options
  words.set(path, [...options.map(({ long }) => long!), '--json', '--csv', '--help'])
  for (const { flag, values } of given) if (values) words.set(`${path} ${flag}`, values)
  for (const { long, argChoices } of options) if (argChoices) words.set(`${path} ${long}`, argChoices)
}

/** Options without a value: after any other option, file names are offered. */
const BARE = '--all|--dry-run|--json|--csv|--help|--failed|--anywhere|--api|--desk|--no-browser|--bootstrap'

/** Words that need no quotes in any shell: names of commands, operations, options and enum values. */
const isPlain = (word: string) => /^[\w.-]+$/.test(word)
const listed = (words: string[]) => words.filter(isPlain).join(' ')

const posixTable = (words: Words) => `_eclusa_words() {
  case "$1" in
${[...words].map(([path, next]) => `  '${path}') echo '${listed(next)}' ;;`).join('\n')}
  *) return 1 ;;
  esac
}
`

function bash(words: Words): string {
  return `# bash completion of eclusa
${posixTable(words)}
_eclusa() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" path='' next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in -*) continue ;; esac
    if _eclusa_words "$path \${COMP_WORDS[i]}" > /dev/null; then path="$path \${COMP_WORDS[i]}"; fi
  done
  COMPREPLY=()
  case "$prev" in
  ${BARE}) ;;
  --*)
    # A value: one of those there are, or a file.
    if next="$(_eclusa_words "$path $prev")"; then COMPREPLY=($(compgen -W "$next" -- "$cur")); fi
    return
    ;;
  esac
  next="$(_eclusa_words "$path")" && COMPREPLY=($(compgen -W "$next" -- "$cur"))
}
complete -o default -F _eclusa eclusa
`
}

function zsh(words: Words): string {
  return `#compdef eclusa
${posixTable(words)}
_eclusa() {
  local sofar='' next i
  for ((i = 2; i < CURRENT; i++)); do
    [[ $words[i] == -* ]] && continue
    if _eclusa_words "$sofar $words[i]" > /dev/null; then sofar="$sofar $words[i]"; fi
  done
  case "$words[CURRENT-1]" in
  ${BARE}) ;;
  --*)
    if next="$(_eclusa_words "$sofar $words[CURRENT-1]")"; then compadd -- \${=next}; else _files; fi
    return
    ;;
  esac
  next="$(_eclusa_words "$sofar")" && compadd -- \${=next}
}
# Found in a folder of functions, this file is itself the first call of what it declares.
if [[ $funcstack[1] == _eclusa ]]; then _eclusa "$@"; else compdef _eclusa eclusa; fi
`
}

/** fish reports a failure for splitting a single word, which is no error here. */
function fish(words: Words): string {
  return `# fish completion of eclusa
function __eclusa_words
    switch "$argv[1]"
${[...words].map(([path, next]) => `        case '${path}'\n            string split ' ' -- '${listed(next)}'; or true`).join('\n')}
        case '*'
            return 1
    end
end

function __eclusa_next
    set -l sofar ''
    set -l typed (commandline -opc)
    for word in $typed[2..-1]
        string match -q -- '-*' $word; and continue
        if __eclusa_words "$sofar $word" > /dev/null
            set sofar "$sofar $word"
        end
    end
    if string match -q -- '--*' $typed[-1]; and not string match -qr -- '^(${BARE})$' $typed[-1]
        __eclusa_words "$sofar $typed[-1]"; or __fish_complete_path (commandline -ct)
        return
    end
    __eclusa_words $sofar
end
complete -c eclusa -f -a '(__eclusa_next)'
`
}
