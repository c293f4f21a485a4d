import { nameProblems } from './names.ts'
import { readSources } from './sources.ts'

/** Fails when a name is not found whole where it is declared and where it is used, and names the file to edit. */
const problems = nameProblems(readSources(['apps/gateway/src', 'apps/gateway/test', 'tools/testing']))
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
