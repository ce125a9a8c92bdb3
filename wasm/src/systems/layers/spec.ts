/** How the words of an n-gram are put together. */
export type Mapping = 'additive' | 'multiplicative';

/** What a layer applies to its sums. */
export type Activation = 'tanh' | 'relu' | 'identity';

/** What the decay λ depends on, and what it is where it is constant. */
export interface DecaySpec {
  /** `constant`; `trained`: one number per unit; `x`: the word; `xh`: h[t-1] as well (default). */
  type?: 'constant' | 'trained' | 'x' | 'xh';
  /** λ of a constant decay, at least 0 and below 1. Default 0.5. */
  value?: number;
  /** One decay for all units. */
  scalar?: boolean;
}

/** A recurrent convolution. */
export interface RcnnSpec {
  type: 'rcnn';
  /** Words in an n-gram, 1 to 16. Default 2. */
  order?: number;
  /** Default `additive`. */
  mapping?: Mapping;
  /** Default true. */
  normalized?: boolean;
  /** c_{j-1}[t] in place of c_{j-1}[t-1]; multiplicative only. */
  same_step?: boolean;
  /** Which levels become the output. Default `c`. */
  state?: 'c' | 'z' | 'sum_c' | 'sum_z' | 'mix';
  /** Default `tanh`. */
  activation?: Activation;
  /** `max` takes a constant decay. Default `sum`. */
  pooling?: 'sum' | 'max';
  /** Default `xh`. */
  decay?: DecaySpec;
  /** Multiplies the state by a matrix. Default false. */
  output_matrix?: boolean;
  /** Multiplies the output by a gate on word and state. Default false. */
  output_gate?: boolean;
  /** Needs words as wide as the layer. */
  highway?: boolean;
  /** Default true. */
  bias?: boolean;
}

/** Tensor convolution: ReLU of the sums of all skip n-grams, layer upon layer. */
export interface TensorConvSpec {
  type: 'tensor_conv';
  /** 1 to 16. Default 3. */
  order?: number;
  /** Default 1. */
  layers?: number;
  /** λ, at least 0 and below 1. Default 0.5. */
  decay?: number;
  /** Gives the means over the words. */
  pooled?: boolean;
}

/** A convolution over windows of `order` words. */
export interface ConvolutionSpec {
  type: 'convolution';
  /** 1 to 16. Default 2. */
  order?: number;
  /** Default `additive`. */
  mapping?: Mapping;
  /** Of L words and order n, `causal` gives L windows (default), `narrow` L - n + 1, `wide` L + n - 1. */
  border?: 'causal' | 'narrow' | 'wide';
  /** Default `tanh`. */
  activation?: Activation;
  /** Default true. */
  bias?: boolean;
}

/** One vector of a text, or of each of its regions. */
export interface PoolingSpec {
  type: 'pooling';
  /** Default `max`. */
  kind?: 'max' | 'average' | 'k_max' | 'regions' | 'neighbours' | 'last';
  /** Of `k_max` and `neighbours`. Default 2. */
  k?: number;
  /** Of `regions`. Default 2. */
  regions?: number;
  /** Of `regions` and `neighbours`. Default `max`. */
  reduce?: 'max' | 'average';
}

/** A simple recurrent layer. */
export interface ElmanSpec {
  type: 'elman';
  /** Default `tanh`. */
  activation?: Activation;
}

/** An Elman layer with ReLU. */
export interface IrnnSpec {
  type: 'irnn';
}

/** A long short-term memory. */
export interface LstmSpec {
  type: 'lstm';
}

/** A gated recurrent unit. */
export interface GruSpec {
  type: 'gru';
  /** Which state the update gate z lets through. Default `new_state`. */
  update_gate?: 'new_state' | 'old_state';
}

/** A structurally constrained recurrent network, with a slow and a fast state. */
export interface ScrnSpec {
  type: 'scrn';
  /** How much of the slow state stays at each word. Default 0.95. */
  alpha?: number;
}

/** The mean or the sum of the words. */
export interface BagSpec {
  type: 'bag';
  /** Default `mean`. */
  mode?: 'mean' | 'sum';
}

/** A deep averaging network: dense layers on the mean of the words. */
export interface DanSpec {
  type: 'dan';
  /** Default 2. */
  layers?: number;
  /** Default `tanh`. */
  activation?: Activation;
}

/** The mean of the words, weighted by attention. */
export interface AttentionSpec {
  type: 'attention';
  /** Whether words are scored by v · tanh(W x), not by v · x. */
  projection?: boolean;
}

/** One layer forwards and one backwards, side by side. */
export interface BidirectionalSpec {
  type: 'bidirectional';
  layer: LayerSpec;
}

/** Layers on top of each other: each reads the one before. */
export interface StackedSpec {
  type: 'stacked';
  layers: LayerSpec[];
  /** The vectors of the last layer (default), or of all layers side by side. */
  output?: 'last' | 'all';
}

/** A layer and those of its options that differ from the default (docs/reference/layers.md). */
export type LayerSpec =
  | RcnnSpec
  | TensorConvSpec
  | ConvolutionSpec
  | PoolingSpec
  | ElmanSpec
  | IrnnSpec
  | LstmSpec
  | GruSpec
  | ScrnSpec
  | BagSpec
  | DanSpec
  | AttentionSpec
  | BidirectionalSpec
  | StackedSpec;
