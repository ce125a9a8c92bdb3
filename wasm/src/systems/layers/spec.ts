// Generated from the fields of core/layers by scripts/generate.mjs. Do not edit.
/** What λ depends on, and where it starts. */
export interface RcnnSpecDecay {
  /** What λ depends on: `constant`: nothing; `trained`: nothing, one trained number per unit; `x`: the word; `xh`: the word and the state before. Default `"xh"`. */
  type?: 'constant' | 'trained' | 'x' | 'xh' | undefined;
  /** λ of a constant decay, below 1; of any other its value at the start of training. Default `0.5`. */
  value?: number | undefined;
  /** Whether all units share one decay. Default `false`. */
  scalar?: boolean | undefined;
}

/** A recurrent convolution (Lei17 sections 2.3, 2.5). */
export interface RcnnSpec {
  /** A recurrent convolution. */
  type: 'rcnn';
  /** Number of words in an n-gram. Default `2`. */
  order?: number | undefined;
  /** How the words of an n-gram are combined. Default `"additive"`. */
  mapping?: 'additive' | 'multiplicative' | undefined;
  /** Whether a new word is weighted by 1 - λ. Default `true`. */
  normalized?: boolean | undefined;
  /** Whether a level reads the one below at the same word. Only if mapping is multiplicative. Default `false`. */
  same_step?: boolean | undefined;
  /** The output state, as a function of the levels. Default `"c"`. */
  state?: 'c' | 'z' | 'sum_c' | 'sum_z' | 'mix' | undefined;
  /** The activation of the state. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** How all n-grams of one length are combined; `max` takes a constant decay. Default `"sum"`. */
  pooling?: 'sum' | 'max' | undefined;
  /** What λ depends on, and where it starts. */
  decay?: RcnnSpecDecay | undefined;
  /** Whether the state is multiplied by a matrix O. Default `false`. */
  output_matrix?: boolean | undefined;
  /** Whether a gate multiplies the state. Default `false`. */
  output_gate?: boolean | undefined;
  /** Whether a gate mixes the word itself into the state; words must be as wide as the layer. Default `false`. */
  highway?: boolean | undefined;
  /** Whether there is a bias. Default `true`. */
  bias?: boolean | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** Tensor convolution: ReLU of the sums of all skip n-grams, layer upon layer (Lei15 section 4). */
export interface TensorConvSpec {
  /** Tensor convolution. */
  type: 'tensor_conv';
  /** Number of words in the longest n-gram. Default `3`. */
  order?: number | undefined;
  /** Number of layers. Default `1`. */
  layers?: number | undefined;
  /** λ, constant, below 1. Default `0.5`. */
  decay?: number | undefined;
  /** Whether the output is the mean over the words. Default `false`. */
  pooled?: boolean | undefined;
  /** Width of each layer. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
}

/** A convolution over windows of words (Goldberg15 section 9). */
export interface ConvolutionSpec {
  /** A convolution. */
  type: 'convolution';
  /** Number of words in a window. Default `2`. */
  order?: number | undefined;
  /** How the words of a window are combined. Default `"additive"`. */
  mapping?: 'additive' | 'multiplicative' | undefined;
  /** Windows over L words with order n: `causal` L, `narrow` L - n + 1, `wide` L + n - 1. Default `"causal"`. */
  border?: 'causal' | 'narrow' | 'wide' | undefined;
  /** The activation. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** Whether there is a bias. Default `true`. */
  bias?: boolean | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** Pooling over the words (Goldberg15 section 9). */
export interface PoolingSpec {
  /** Pooling. */
  type: 'pooling';
  /** `k_max`: the k largest of every column in order; `regions`: of each of so many regions; `neighbours`: of every k words. Default `"max"`. */
  kind?: 'max' | 'average' | 'k_max' | 'regions' | 'neighbours' | 'last' | undefined;
  /** Number of words. Only if kind is k_max or neighbours. Default `2`. */
  k?: number | undefined;
  /** Number of regions. Only if kind is regions. Default `2`. */
  regions?: number | undefined;
  /** How each group is reduced. Only if kind is regions or neighbours. Default `"max"`. */
  reduce?: 'max' | 'average' | undefined;
}

/** The simple recurrent network (Elman 1990). */
export interface ElmanSpec {
  /** The simple recurrent network. */
  type: 'elman';
  /** The activation. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** An Elman layer with ReLU that starts as a sum (Le et al. 2015). */
export interface IrnnSpec {
  /** An Elman layer with ReLU. */
  type: 'irnn';
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The long short-term memory (Goldberg15 section 11.2). */
export interface LstmSpec {
  /** The long short-term memory. */
  type: 'lstm';
  /** The output: the state h, or the cell c. Default `"h"`. */
  state?: 'h' | 'c' | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The gated recurrent unit (Goldberg15 section 11.3). */
export interface GruSpec {
  /** The gated recurrent unit. */
  type: 'gru';
  /** The state that the update gate z multiplies. Default `"new_state"`. */
  update_gate?: 'new_state' | 'old_state' | undefined;
  /** What the reset gate r multiplies: the state before its product with U, or the product. Default `"before"`. */
  reset?: 'before' | 'after' | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The structurally constrained recurrent network (Goldberg15 section 11.4). */
export interface ScrnSpec {
  /** A network with a slow and a fast state. */
  type: 'scrn';
  /** Share of the slow state that is kept at each word, below 1. Default `0.95`. */
  alpha?: number | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
  /** Width of the fast state; by default that of the slow one. Only if the layer is to be trained. */
  fast?: number | undefined;
}

/** The mean or the sum of the words. */
export interface BagSpec {
  /** A bag of words. */
  type: 'bag';
  /** How the words are combined. Default `"mean"`. */
  mode?: 'mean' | 'sum' | undefined;
}

/** A deep averaging network: dense layers on the mean of the words. */
export interface DanSpec {
  /** A deep averaging network. */
  type: 'dan';
  /** Number of dense layers. Default `2`. */
  layers?: number | undefined;
  /** The activation. Default `"tanh"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** The mean of the words, weighted by attention (Tay19 section 2.5). */
export interface AttentionSpec {
  /** Pooling by attention. */
  type: 'attention';
  /** Whether words are scored by v · tanh(W x), not by v · x. Default `false`. */
  projection?: boolean | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** A gate mixes each word with a dense layer of it (Srivastava et al. 2015). */
export interface HighwaySpec {
  /** A highway layer. */
  type: 'highway';
  /** The activation of the dense layer. Default `"relu"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** Initial bias of the gate, negated. Only if the layer is to be trained. Default `1`. */
  carry?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** Each word as a mean of all words of its text, weighted by attention (Tay19 section 2.5). */
export interface SelfAttentionSpec {
  /** Attention within a text. */
  type: 'self_attention';
  /** How two words are scored: q · k / √width, q · k, u · tanh(q + k) or xᵀ M y. Default `"scaled"`. */
  score?: 'scaled' | 'dot' | 'additive' | 'bilinear' | undefined;
  /** Number of heads, which divides the width; 1 where the score is bilinear. Default `1`. */
  heads?: number | undefined;
  /** Whether the heads' output goes through a dense layer. Default `false`. */
  output_matrix?: boolean | undefined;
  /** Whether maps and scores are Hamilton products of quaternions; each part has weights of its own. Only if score is scaled or dot. Default `false`. */
  quaternion?: boolean | undefined;
  /** Width of the output. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** Each word plus sines and cosines of its position (Vaswani et al. 2017). */
export interface PositionsSpec {
  /** Positions. */
  type: 'positions';
}

/** A block of a Transformer encoder: attention within the text, then two dense layers (Vaswani et al. 2017). */
export interface TransformerSpec {
  /** A block of a Transformer encoder. */
  type: 'transformer';
  /** Number of heads, which divides the width of a word. Default `1`. */
  heads?: number | undefined;
  /** Layer normalisation: after each sum, or before what is added. Default `"after"`. */
  norm?: 'after' | 'before' | undefined;
  /** Which maps are of quaternions: none, those of the attention, or all. Default `"none"`. */
  quaternion?: 'none' | 'partial' | 'full' | undefined;
  /** The activation between dense layers. Default `"relu"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** Width between the dense layers. Given tensors determine it. Only if the layer is to be trained. */
  feed_forward?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** One number per word, from its numbers and all products of two of them (Tay19 equation 3.6). */
export interface FactorisationMachineSpec {
  /** A factorisation machine. */
  type: 'factorisation_machine';
  /** Number of factors of an input. Given tensors determine it. Only if the layer is to be trained. */
  factors?: number | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** A dense layer of quaternions, with a quarter of the weights (Tay19 chapter 11). */
export interface QuaternionSpec {
  /** A quaternion feed-forward layer. */
  type: 'quaternion';
  /** The activation of each part. Default `"relu"`. */
  activation?: 'tanh' | 'relu' | 'identity' | undefined;
  /** Whether there is a bias. Default `true`. */
  bias?: boolean | undefined;
  /** Width of the output, a multiple of 4. Given tensors determine it. Only if the layer is to be trained. */
  hidden?: number | undefined;
  /** How weights are initialised: `xavier`: each part by itself; `polar`: as a size, an angle and a direction. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'polar' | undefined;
}

/** Gates composed of blocks of words at several ranges (Tay19 chapter 8). */
export interface DcuSpec {
  /** A dilated composition unit. */
  type: 'dcu';
  /** Words in a block of each range: up to 16 whole numbers from 1 to 4096, each larger than the one before. Default `[1,2,4,10,25]`. */
  ranges?: readonly number[] | undefined;
  /** What the gates do: `simple`: mix each word with a dense layer of it; `recurrent`: govern a cell. Default `"recurrent"`. */
  form?: 'simple' | 'recurrent' | undefined;
  /** Activation of the dense layer below the gate. Default `"relu"`. */
  gate?: 'relu' | 'identity' | undefined;
  /** The form of the cell's output gate. Only if form is recurrent. Default `"linear"`. */
  output_gate?: 'linear' | 'logistic' | undefined;
  /** How matrices are initialised. Only if the layer is to be trained. Default `"xavier"`. */
  initialisation?: 'xavier' | 'unit_rows' | 'small' | 'he' | undefined;
}

/** One layer forwards and one backwards, side by side (Goldberg15 section 10). */
export interface BidirectionalSpec {
  /** A layer in both directions. */
  type: 'bidirectional';
  /** The layer. */
  layer: LayerSpec;
}

/** Two layers control what a third one passes on (Tay19 chapter 9). */
export interface RcrnSpec {
  /** A recurrently controlled recurrent network. */
  type: 'rcrn';
  /** The layer that each of the three is. */
  layer: LayerSpec;
  /** `gated`: σ(h²) ⊙ c⁴, as the text of the source has it; `printed`: h² ⊙ c³, as its equation 9.16 has it, of `lstm`. Default `"gated"`. */
  output?: 'gated' | 'printed' | undefined;
  /** Factor of the controllers' states before they become gates. Only if output is gated. Default `1`. */
  gain?: number | undefined;
}

/** Layers that each read the output of the one before (Goldberg15 section 10). */
export interface StackedSpec {
  /** Layers upon layers. */
  type: 'stacked';
  /** The layers, the first at the bottom. */
  layers: LayerSpec[];
  /** Output: the vectors of the last layer, or of all layers side by side. Default `"last"`. */
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
  | SelfAttentionSpec
  | PositionsSpec
  | TransformerSpec
  | FactorisationMachineSpec
  | QuaternionSpec
  | DcuSpec
  | BidirectionalSpec
  | RcrnSpec
  | StackedSpec;

/** How the decay λ is computed, and where it starts. */
export type DecaySpec = RcnnSpecDecay;
/** How the words of an n-gram are put together. */
export type Mapping = NonNullable<RcnnSpec['mapping']>;
/** The function that a layer applies to its sums. */
export type Activation = NonNullable<RcnnSpec['activation']>;
