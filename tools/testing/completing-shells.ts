import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from '@eclusa/simulators/debian.ts'

const run = promisify(execFile)

type ShellName = 'bash' | 'zsh' | 'fish'

/** Real shells that have loaded a completion of `eclusa`, each from its standard location. */
export interface Shells {
  /** The completions of the last of these words, after `eclusa`. */
  offered(shell: ShellName, typed: string): Promise<string[]>
  close(): Promise<void>
}

export async function createShells(scriptFor: (shell: ShellName) => string): Promise<Shells> {
  await installed(['/usr/bin/zsh', '/usr/bin/fish'], ['zsh', 'fish'])
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-completion-'))
  const files: Record<ShellName, string> = { bash: 'eclusa.bash', zsh: '_eclusa', fish: 'eclusa.fish' }
  for (const shell of ['bash', 'zsh', 'fish'] as const) await writeFile(join(folder, files[shell]), scriptFor(shell))
  const asks: Record<ShellName, [program: string, ...words: string[]]> = {
    bash: ['bash', '-c', BASH],
    zsh: ['zsh', '-f', '-c', ZSH],
    fish: ['fish', '--no-config', '-c', FISH],
  }
  return {
    async offered(shell, typed) {
      const [program, ...words] = asks[shell]
      const env = { ...process.env, FOLDER: folder, TYPED: `eclusa ${typed}`, TERM: 'xterm' }
      const { stdout } = await run(program, words, { env, timeout: 30_000 })
      return stdout.split(/\s+/).filter(Boolean)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

const BASH = `source "$FOLDER/eclusa.bash"
read -ra COMP_WORDS <<< "$TYPED"
[[ $TYPED == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_eclusa; echo "\${COMPREPLY[@]}"`

/** It completes only typed input, so there is a terminal whose output is recorded. */
const ZSH = `zmodload zsh/zpty
cd "$FOLDER"; rm -f offered ready
zpty typed zsh -f -i
zpty -w typed 'fpath=("$FOLDER" $fpath); autoload -U compinit; compinit -u -d "$FOLDER/dump"
compadd() { local -a hits; builtin compadd -O hits "$@"; print -r -- $hits > "$FOLDER/offered" }
: > "$FOLDER/ready"'
until [[ -e ready ]]; do sleep 0.02; done
zpty -w -n typed "$TYPED"$'\\t'
until [[ -s offered ]]; do sleep 0.02; done
cat offered
zpty -d typed`

const FISH = `source "$FOLDER/eclusa.fish"
complete -C "$TYPED"`
