import type { Language } from '@eclusa/ui/i18n/language.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { TimelineFormatter, TimelineKey } from '../timeline/timeline-text.ts'
import type { CaseKey } from './case-key.ts'

/** Properties that every part of a case receives. */
export interface CasePartProps<Record> {
  record: Record
  caseKey: CaseKey
}

/** A kind of case: how it is read, and how each part of the page shows it. The page itself is the same for all. */
export interface KindView<Record> {
  read: (key: CaseKey) => Promise<Record>
  /** Present where there is personal data. */
  reveal?: (key: CaseKey, reason: string) => Promise<Record>
  /** Present where it can be opened but is never in the queue: it has no deadline and no assignee. */
  unqueued?: true
  /** Changes with every change of the case. A revealed case is revealed only at this value. */
  versionOf: (record: Record) => string | number
  /** States and amounts, beside the name of the page. */
  Head: ComponentType<CasePartProps<Record>>
  /** Left column: facts. */
  Facts: ComponentType<CasePartProps<Record>>
  /** Middle column: documents, videos, graphs, tables. */
  Papers?: ComponentType<CasePartProps<Record>>
  /** Right column: the decision. */
  Decision?: ComponentType<CasePartProps<Record>>
  /** The subject and texts of the timeline below the middle column. */
  storyOf: (record: Record) => TimelineKey
  tellerOf: (language: Language, record: Record) => TimelineFormatter
}

/** A kind with its record type erased. */
export type AnyKindView = KindView<never>

/** Declares a kind of case. The function only types the declaration. */
export function kindView<Record>(view: KindView<Record>): AnyKindView {
  return view as unknown as AnyKindView
}

export const caseQueryKey = ({ kind, id, user_id }: CaseKey): QueryKey => ['case', kind, id, user_id]

export const caseQuery = (view: AnyKindView, key: CaseKey) =>
  queryOptions({ queryKey: caseQueryKey(key), queryFn: () => view.read(key) as Promise<unknown> })
