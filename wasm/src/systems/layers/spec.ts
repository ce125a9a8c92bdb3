// Generated from the fields of core/layers by scripts/generate.mjs. Do not edit.
/** What λ depends on, and where it starts. */
export interface RcnnSpecDecay {
  /** `constant`; `trained`: one number for each unit; `x`: the word; `xh`: the word and the state before. Default `"xh"`. */
  type?: 'constant' | 'trained' | 'x' | 'xh' | undefined;
  /** λ of a constant decay, below 1; where training starts for any other. Default `0.5`. */
  value?: number | undefined;
  /** Whether all units share one decay. Default `false`. */
  scalar?: boolean | undefined;
}

/** A recurrent convolution (Lei17 sections 2.3, 2.5). */
export interface RcnnSpec {
  /** A recurrent convolution. */
  type: 'rcnn';
  /** Words in an n-gram. Default `2`. */
  order?: number | undefined;
  /** How the words of an n-gram are put together. Default `"additive"`. */
  mapping?: 'additive' | 'multiplicative' | undefined;
  /** Whether a word is let in with 1 - λ. Default `true`. */
  normalized?: boolean | undefined;
  /** Whether a level reads the one below at the same word. Only if mapping is multiplicative. Default `false`. */
  same_step?: boolean | undefined;
  /** What is shown of the levels. Default `"c"`. */
  state?: 'c' | 'z' | 'sum_c' | 'sum_z' | 'mix' | undefined;
  /** The activation of the state. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** How all n-grams of one length are put together; `max` takes a constant decay. Default `"sum"`. */
  pooling?: 'sum' | 'max' | undefined;
  /** What λ depends on, and where it starts. */
  decay?: RcnnSpecDecay | undefined;
  /** Whether the state is multiplied by a matrix O. Default `false`. */
  output_matrix?: boolean | undefined;
  /** Whether a gate decides what is shown of the state. Default `false`. */
  output_gate?: boolean | undefined;
  /** Whether a gate mixes the word itself into the state; needs words as wide as the layer. Default `false`. */
  highway?: boolean | undefined;
  /** Whether there is a bias. Default `true`. */
  bias?: boolean | undefined;
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** Tensor convolution: ReLU of the sums of all skip n-grams, layer upon layer (Lei15 section 4). */
export interface TensorConvSpec {
  /** Tensor convolution. */
  type: 'tensor_conv';
  /** Words in the longest n-gram. Default `3`. */
  order?: number | undefined;
  /** How many layers. Default `1`. */
  layers?: number | undefined;
  /** λ, constant, below 1. Default `0.5`. */
  decay?: number | undefined;
  /** Whether it gives the means over the words. Default `false`. */
  pooled?: boolean | undefined;
  /** The width of each layer. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
}

/** A convolution over windows of words (Goldberg15 section 9). */
export interface ConvolutionSpec {
  /** A convolution. */
  type: 'convolution';
  /** Words in a window. Default `2`. */
  order?: number | undefined;
  /** How the words of a window are put together. Default `"additive"`. */
  mapping?: 'additive' | 'multiplicative' | undefined;
  /** Of L words and order n, `causal` gives L windows, `narrow` L - n + 1, `wide` L + n - 1. Default `"causal"`. */
  border?: 'causal' | 'narrow' | 'wide' | undefined;
  /** The activation. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** Whether there is a bias. Default `true`. */
  bias?: boolean | undefined;
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** Pooling over the words (Goldberg15 section 9). */
export interface PoolingSpec {
  /** Pooling. */
  type: 'pooling';
  /** `k_max`: the k largest of every column in order; `regions`: of each of so many regions; `neighbours`: of every k words. Default `"max"`. */
  kind?: 'max' | 'average' | 'k_max' | 'regions' | 'neighbours' | 'last' | undefined;
  /** How many words. Only if kind is k_max or neighbours. Default `2`. */
  k?: number | undefined;
  /** How many regions. Only if kind is regions. Default `2`. */
  regions?: number | undefined;
  /** What is taken of each group. Only if kind is regions or neighbours. Default `"max"`. */
  reduce?: 'max' | 'average' | undefined;
}

/** The simple recurrent network (Elman 1990). */
export interface ElmanSpec {
  /** The simple recurrent network. */
  type: 'elman';
  /** The activation. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** An Elman layer with ReLU that starts as a sum (Le et al. 2015). */
export interface IrnnSpec {
  /** An Elman layer with ReLU. */
  type: 'irnn';
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The long short-term memory (Goldberg15 section 11.2). */
export interface LstmSpec {
  /** The long short-term memory. */
  type: 'lstm';
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The gated recurrent unit (Goldberg15 section 11.3). */
export interface GruSpec {
  /** The gated recurrent unit. */
  type: 'gru';
  /** Which state the update gate z lets through. Default `"new_state"`. */
  update_gate?: 'new_state' | 'old_state' | undefined;
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The structurally constrained recurrent network (Goldberg15 section 11.4). */
export interface ScrnSpec {
  /** A network with a slow and a fast state. */
  type: 'scrn';
  /** How much of the slow state stays at each word, below 1. Default `0.95`. */
  alpha?: number | undefined;
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
  /** The width of the fast state; by default that of the slow one. Only if the layer is to be trained. */
  fast?: number | undefined;
}

/** The mean or the sum of the words. */
export interface BagSpec {
  /** A bag of words. */
  type: 'bag';
  /** What is taken of them. Default `"mean"`. */
  mode?: 'mean' | 'sum' | undefined;
}

/** A deep averaging network: dense layers on the mean of the words. */
export interface DanSpec {
  /** A deep averaging network. */
  type: 'dan';
  /** How many dense layers. Default `2`. */
  layers?: number | undefined;
  /** The activation. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The mean of the words, weighted by attention (Tay19 section 2.5). */
export interface AttentionSpec {
  /** Pooling by attention. */
  type: 'attention';
  /** Whether words are scored by v · tanh(W x), not by v · x. Default `false`. */
  projection?: boolean | undefined;
  /** The width of what it gives. Tensors that are there tell it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** Each word, as far as a gate lets it pass, beside a dense layer of it (Srivastava et al. 2015). */
export interface HighwaySpec {
  /** A highway layer. */
  type: 'highway';
  /** The activation of the dense layer. Default `"relu"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** The gate's bias starts at minus this. Only if the layer is to be trained. Default `1`. */
  carry?: number | undefined;
  /** How matrices start. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** One layer forwards and one backwards, side by side (Goldberg15 section 10). */
export interface BidirectionalSpec {
  /** A layer in both directions. */
  type: 'bidirectional';
  /** The layer. */
  layer: LayerSpec;
}

/** Layers of which each reads the one before (Goldberg15 section 10). */
export interface StackedSpec {
  /** Layers upon layers. */
  type: 'stacked';
  /** The layers, the first at the bottom. */
  layers: LayerSpec[];
  /** The vectors of the last layer, or of all side by side. Default `"last"`. */
  output?: 'last' | 'all' | undefined;
}

/** A layer, and those of its options that differ from the default. */
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
  | HighwaySpec
  | BidirectionalSpec
  | StackedSpec;

/** How the decay λ is computed, and where it starts. */
export type DecaySpec = RcnnSpecDecay;
/** How the words of an n-gram are put together. */
export type Mapping = NonNullable<RcnnSpec['mapping']>;
/** The function that a layer applies to its sums. */
export type Activation = NonNullable<RcnnSpec['activation']>;
