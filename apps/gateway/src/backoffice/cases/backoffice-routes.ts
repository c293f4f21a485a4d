import { assignCase } from './assign-case.ts'
import { countCases } from './count-cases.ts'
import { getCase } from './get-case.ts'
import { listCases } from './list-cases.ts'
import { listSameDocument } from './list-same-document.ts'
import { nextCase } from './next-case.ts'
import { searchCases } from './search-cases.ts'

export const caseRoutes = [listCases, countCases, nextCase, searchCases, getCase, listSameDocument, assignCase]
