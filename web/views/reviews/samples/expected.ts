// What a reader would say of a sample, which tests compare with what the model says.
import type { Sample } from '../../../components/editor';

/** Where a rating should lie, from 0 to 1; null: the text does not speak of the aspect. */
export type Expected = readonly [least: number, most: number] | null;

export interface ReviewSample extends Sample {
  /** Of the aspects of which the sample leaves no doubt; 'nothing' of a text on another subject. */
  expect: Readonly<Record<string, Expected>> | 'nothing';
}

export const good: Expected = [0.6, 1];
export const fair: Expected = [0.3, 0.8];
export const poor: Expected = [0, 0.5];
export const unmentioned: Expected = null;
