import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { StoryKey, Teller } from '../timeline/teller.ts'
import type { Language } from '../words/language.ts'
import type { CaseKey } from './case-key.ts'

/** What every part of a case is given. */
export interface Shown<Record> {
  record: Record
  caseKey: CaseKey
}

/** A kind of case: how it is read, and how each place of the page shows it. The page itself is the same for all. */
export interface KindView<Record> {
  read: (key: CaseKey) => Promise<Record>
  /** Present where something is personal. */
  reveal?: (key: CaseKey, reason: string) => Promise<Record>
  /** Present where it is looked at but never waits in the queue: it has no deadline, and is in nobody's hands. */
  unqueued?: true
  /** What changes with every change of the case: who has seen one has not seen another. */
  versionOf: (record: Record) => string | number
  /** States and amounts, beside the name of the page. */
  Head: ComponentType<Shown<Record>>
  /** On the left: what is known. */
  Facts: ComponentType<Shown<Record>>
  /** In the middle: papers, films, graphs, tables. */
  Papers?: ComponentType<Shown<Record>>
  /** On the right: what can be decided. */
  Decision?: ComponentType<Shown<Record>>
  /** Whose story is told under the middle, and in which words. */
  storyOf: (record: Record) => StoryKey
  tellerOf: (language: Language, record: Record) => Teller
}

/** A kind whose record only itself knows. */
export type AnyKindView = KindView<never>

/** Declares a kind of case. It only gives the declaration its types. */
export function kindView<Record>(view: KindView<Record>): AnyKindView {
  return view as unknown as AnyKindView
}

export const caseQueryKey = ({ kind, id, user_id }: CaseKey): QueryKey => ['case', kind, id, user_id]

export const caseQuery = (view: AnyKindView, key: CaseKey) =>
  queryOptions({ queryKey: caseQueryKey(key), queryFn: () => view.read(key) as Promise<unknown> })
